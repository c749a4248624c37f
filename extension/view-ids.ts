/** Ids of the views and the editor, as package.json names them. */
export const CHAT_VIEW = "atomic.chat";
export const EDITOR_TYPE = "atomic.chatEditor";
export const SESSIONS_VIEW = "atomic.sessions";
export const TREE_VIEW = "atomic.tree";
