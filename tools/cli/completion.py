"""What a shell needs to complete commands and options of tools/limb."""
from cli.options import options_of

SCRIPT = r"""# eval "$(tools/limb completion bash)" in ~/.bashrc or ~/.zshrc
if [ -n "${ZSH_VERSION:-}" ]; then autoload -U +X compinit bashcompinit && compinit && bashcompinit; fi
_limb() {
  local word=${COMP_WORDS[COMP_CWORD]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="@commands@ --help --version"
  else
    case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in
@values@
      *)
        case "${COMP_WORDS[1]}" in
@options@
        esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _limb limb tools/limb ./tools/limb
"""


def names(action):
    """that it may be given; none where it may be anything"""
    return " ".join(getattr(action.type, "names", None) or action.choices or ())


def script(parsers):
    values, options = [], []
    for command, parser in parsers.items():
        words = options_of(parser)
        for action in parser._actions:
            if not action.option_strings:
                words += names(action).split()
            elif action.nargs != 0:
                patterns = "|".join(f'"{command} {option}"' for option in action.option_strings)
                values.append(f'      {patterns}) words="{names(action)}" ;;')
        options.append(f'          {command}) words="{" ".join(words)}" ;;')
    return SCRIPT.replace("@commands@", " ".join(parsers)).replace("@values@", "\n".join(values)).replace("@options@", "\n".join(options))
