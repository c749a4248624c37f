/** A command is dangerous when its program fits and, for each of `words`, some word behind it does. */
export interface CommandRule {
  program: RegExp;
  words?: readonly RegExp[];
  /** Completes "It can …". */
  can: string;
}

const discards = "discard changes or history for good";
const system = "change how the machine works";
const running = "change running systems";

/**
 * Programs are lower case and without their folder. Every pattern looks at one word alone, so that a long command
 * costs no more than its length.
 */
export const commandRules: readonly CommandRule[] = [
  { program: /^rm$/, words: [/^-\w*[rRf]|^--(recursive|force|no-preserve-root)$|[*?]/], can: "delete files for good" },
  { program: /^(shred|srm|wipefs|unlink)$/, can: "delete files for good" },
  { program: /^(remove-item|rd|rmdir|del|erase)$/, words: [/^(-r\w*|\/s)$/i], can: "delete files for good" },
  { program: /^find$/, words: [/^-(delete|exec|execdir|ok|okdir|fprint\w*)$/], can: "change or delete what it finds" },
  { program: /^(xargs|parallel)$/, can: "run another command on everything it is given" },
  { program: /^(sudo|doas|su|pkexec|runas)$/, can: "act with the rights of another user" },
  { program: /^(mkfs(\..*)?|fdisk|sfdisk|parted|diskutil|format)$/, can: "overwrite a disk" },
  { program: /^dd$/, can: "overwrite files and disks" },
  { program: /^(chmod|chown|chgrp)$/, words: [/^-\w*R|^--recursive$/], can: "change the rights of many files at once" },
  {
    program: /^chmod$/,
    words: [/^([0-7]?777|[ugoa]*[+=]\w*s\w*|[ugoa]*[oa][ugoa]*[+=]\w*w\w*)$/],
    can: "open files to everybody",
  },
  {
    program: /^git$/,
    words: [/^push$/, /^(--force.*|-\w*f\w*|--mirror|--delete|-d|--prune|[+:].+)$/],
    can: "overwrite what others work on",
  },
  { program: /^git$/, words: [/^reset$/, /^--(hard|merge)$/], can: discards },
  { program: /^git$/, words: [/^(checkout|switch)$/, /^(-f|--force|--discard-changes|--|\.)$/], can: discards },
  { program: /^git$/, words: [/^branch$/, /^-\w*D/], can: discards },
  { program: /^git$/, words: [/^(reflog|stash)$/, /^(expire|delete|drop|clear)$/], can: discards },
  { program: /^git$/, words: [/^(clean|restore|filter-branch|filter-repo|update-ref|gc)$/], can: discards },
  { program: /^git$/, words: [/^config$/], can: "change what git runs" },
  { program: /^(shutdown|reboot|halt|poweroff|init|telinit)$/, can: "stop the machine" },
  { program: /^(killall|pkill)$/, can: "end programs that are not its own" },
  { program: /^kill$/, words: [/^-1$/], can: "end programs that are not its own" },
  { program: /^(systemctl|service|launchctl|iptables|nft|ufw|crontab|at|sysctl|mount|umount)$/, can: system },
  { program: /^(useradd|userdel|usermod|passwd|visudo|set-executionpolicy)$/, can: system },
  {
    program: /^(npm|pnpm|yarn|bun|cargo|gem|twine|poetry|dotnet|vsce)$/,
    words: [/^(publish|unpublish|yank|upload|push)$/],
    can: "publish to others",
  },
  {
    program: /^(docker|podman)$/,
    words: [/^(--privileged|prune|rm|rmi|-v|--volumes?(=.*)?|--mount(=.*)?)$/],
    can: "delete data or reach out of its container",
  },
  { program: /^(kubectl|helm)$/, words: [/^(delete|apply|drain|uninstall)$/], can: running },
  { program: /^(terraform|tofu|pulumi)$/, words: [/^(apply|destroy|up)$/], can: running },
  { program: /^(dropdb|dropuser)$/, can: "delete data for good" },
  { program: /^redis-cli$/, words: [/^flush/i], can: "delete data for good" },
  { program: /^(ssh|rsh)$/, can: "run commands on another machine" },
  { program: /^(eval|source|\.|exec|iex|invoke-expression)$/, can: "run anything" },
];

/** Held against the whole text, without quotes and backslashes. */
export const textRules: readonly { pattern: RegExp; can: string }[] = [
  {
    pattern: />\s*\/(dev\/(?!(null|stdout|stderr|tty)\b)|etc\/|boot\/|sys\/|proc\/)/,
    can: "overwrite the system's own files",
  },
  {
    pattern: />\s*(~|\$\{?HOME\}?)\/\.|\.ssh\b|authorized_keys/,
    can: "change how a person signs in or what a shell does",
  },
  { pattern: /\b(drop|truncate) (table|database|schema)\b/i, can: "delete data for good" },
  { pattern: /\(\)\s*\{/, can: "run whatever its function says" },
];
