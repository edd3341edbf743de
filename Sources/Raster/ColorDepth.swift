/// How many colours a terminal is given; the raw values are those of `--colors`.
package enum ColorDepth: String, CaseIterable, Sendable {
  case trueColor = "24bit"
  case indexed256 = "256"
  case ansi16 = "16"
  case ansi8 = "8"
  case mono
}
