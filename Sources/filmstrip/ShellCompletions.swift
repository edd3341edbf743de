import ArgumentParser

/// The completion scripts for shells.
///
/// The argument parser's scripts complete options and files only after the name of a command, also where a default
/// command is used without its name. These complete as if `browse` were typed, unless another command is.
enum ShellCompletions {
  private static let option = "--generate-completion-script"

  /// The script for arguments that ask for one; nil for others.
  static func script(for arguments: [String]) -> String? {
    guard arguments.count == 2, arguments[0] == option else { return nil }
    return CompletionShell(rawValue: arguments[1]).map(script)
  }

  static func script(for shell: CompletionShell) -> String {
    let script = Filmstrip.completionScript(for: shell)
    switch shell {
    case .bash: return inserting(bashStart, into: script)
    case .zsh: return inserting(zshStart, into: script)
    case .fish: return script + "\n" + fishEnd + "\n"
    default: return script
    }
  }

  private static let names = Filmstrip.names
  private static let commands = names.filter { $0 != "browse" }.joined(separator: " ")

  /// The words after `help`.
  private static let topics = (FirstHelp.Topic.allCases.map(\.rawValue) + names.dropLast())
    .joined(separator: " ")

  /// Inserts lines at the beginning of the shell function that completes a command line.
  private static func inserting(_ lines: String, into script: String) -> String {
    let start = "\n_filmstrip() {\n"
    return script.replacing(start, with: start + lines + "\n", maxReplacements: 1)
  }

  private static let bashStart = """
        if [[ ${COMP_CWORD} -eq 1 ]]; then
            COMPREPLY+=($(compgen -W '\(commands)' -- "${2}"))
        fi
        if [[ "${COMP_WORDS[1]}" == help && ${COMP_CWORD} -eq 2 ]]; then
            COMPREPLY=($(compgen -W '\(topics)' -- "${2}"))
            return
        fi
        case "${COMP_WORDS[1]}" in
        \(names.joined(separator: "|"))) [[ ${COMP_CWORD} -gt 1 ]] || return ;;
        *)
            local -a COMP_WORDS=("${COMP_WORDS[0]}" browse "${COMP_WORDS[@]:1}")
            local -i COMP_CWORD=$((COMP_CWORD + 1))
            ;;
        esac
    """

  private static let zshStart = """
        if (( CURRENT == 3 )) && [[ "${words[2]}" == help ]]; then
            compadd -- \(topics)
            return
        fi
        if (( CURRENT == 2 )) || [[ "${words[2]}" != (\(names.joined(separator: "|"))) ]]; then
            (( CURRENT == 2 )) && compadd -- \(commands)
            words=("${words[1]}" browse "${(@)words[2,-1]}")
            (( CURRENT++ ))
        fi
    """

  private static let fishEnd = """
    functions -c __filmstrip_tokens __filmstrip_typed_tokens
    function __filmstrip_tokens
        set -l tokens (__filmstrip_typed_tokens $argv)
        if contains -- -pc $argv; and not contains -- "$tokens[2]" \(names.joined(separator: " "))
            set tokens $tokens[1] browse $tokens[2..]
        end
        printf '%s\\n' $tokens
    end
    complete -c filmstrip -n 'test (count (commandline -opc)) -eq 1' -fa '\(commands)'
    complete -c filmstrip -n 'test (count (commandline -opc)) -eq 2; and contains -- help (commandline -opc)' \
        -fa '\(topics)'
    """
}
