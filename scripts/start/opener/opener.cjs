// Shows the chat in a window that `npm start` opened; no part of Atomic itself.
const vscode = require("vscode");

exports.activate = () => vscode.commands.executeCommand("atomic.focusChat");
