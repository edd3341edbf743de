-- yazi: copy this file to ~/.config/yazi/plugins/filmstrip.yazi/main.lua, and add to ~/.config/yazi/yazi.toml:
--   [[plugin.prepend_previewers]]
--   mime = "image/*"
--   run = "filmstrip"
local M = {}

function M:peek(job)
	local size = { "--width", tostring(job.area.w), "--rows", tostring(job.area.h) }
	local output, err = Command("filmstrip")
		:arg({ "--print", size[1], size[2], size[3], size[4], "--", tostring(job.file.url) })
		:stdout(Command.PIPED)
		:stderr(Command.PIPED)
		:output()
	local text = output and output.stdout or ("filmstrip: " .. tostring(err))
	ya.preview_widget(job, ui.Text.parse(text):area(job.area))
end

function M:seek() end

return M
