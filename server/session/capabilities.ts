/** What this server can do beyond the protocol page (docs/protocol.md). */
import { serverVersion } from "../cli/version.ts";
import type { Capabilities } from "../protocol/response.ts";

const PROTOCOL_VERSION = 1;

export function capabilities(): Capabilities {
  return {
    protocolVersion: PROTOCOL_VERSION,
    serverName: "atomic",
    serverVersion: serverVersion(),
    commands: ["get_capabilities", "navigate_tree", "set_label", "list_sessions", "abort_compaction", "login_provider"],
    events: ["agent_settled", "entry_appended", "session_info_changed", "thinking_level_changed", "model_changed"],
  };
}
