/** What follows the last turn: open requests, then states of the chat. */
import type { ChatState } from "../../extension/panel/messages.ts";
import { Requests } from "../requests/requests.tsx";
import { StateCards } from "./state-cards.tsx";

export function Tail({ chat }: { chat: ChatState }) {
  return (
    <>
      <Requests chat={chat} />
      <StateCards chat={chat} />
    </>
  );
}
