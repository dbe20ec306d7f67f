// The completion scripts of promptctl completion. They ask the program for candidates, so that
// addresses come from the definition files. No library is used: those for Node.js split a word such as
// "prompt/Support triage" at its blank.

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** The script of each shell. `promptctl completion` documents the lines that it reads. */
export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: `# Completion of promptctl for Bash. In ~/.bashrc: eval "$(promptctl completion bash)"
_promptctl() {
  local paths line
  COMPREPLY=()
  {
    IFS= read -r paths
    while IFS= read -r line; do COMPREPLY+=("\${line%%$'\\t'*}"); done
  } < <(promptctl completion bash --complete -- "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  case $paths in
    files) compopt -o default ;;
    folders) compopt -o dirnames ;;
  esac
}
complete -F _promptctl promptctl
`,
  zsh: `#compdef promptctl
# Completion of promptctl for Zsh. In ~/.zshrc, after compinit: eval "$(promptctl completion zsh)"
_promptctl() {
  local -a lines values descriptions
  local line
  lines=("\${(@f)$(promptctl completion zsh --complete -- \\
    "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  for line in "\${(@)lines[2,-1]}"; do
    values+=("\${line%%$'\\t'*}")
    descriptions+=("\${line/$'\\t'/  }")
  done
  (( $#values )) && compadd -l -d descriptions -a values
  [[ $lines[1] != none && $PREFIX == --*=* ]] && compset -P 1 '*='
  case $lines[1] in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _promptctl ]]; then
  _promptctl "$@"
else
  compdef _promptctl promptctl
fi
`,
  fish: `# Completion of promptctl for fish. In ~/.config/fish/completions/promptctl.fish
function __promptctl_complete
    set -l tokens (commandline -opc)
    set -e tokens[1]
    set -l word (commandline -ct)
    set -l lines (promptctl completion fish --complete -- $tokens "$word" 2>/dev/null)
    set -l flag (string match -r -- '^--[^=]+=' "$word")
    set -l path (string replace -r -- '^--[^=]+=' '' "$word")
    switch "$lines[1]"
        case files
            set -a lines "$flag"(__fish_complete_path "$path")
        case folders
            set -a lines "$flag"(__fish_complete_directories "$path")
    end
    set -e lines[1]
    test (count $lines) -gt 0; and printf '%s\\n' $lines
end
complete -c promptctl -f -a '(__promptctl_complete)'
`,
};
