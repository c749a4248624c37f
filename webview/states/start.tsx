/** What stands in the place of an empty conversation: a greeting, or what is missing before one can begin. */
import "./start.css";
import type { ChatState } from "../../extension/panel/messages.ts";
import { needsModel } from "../composer/send.ts";
import { focusComposer, setText } from "../composer/store.ts";
import { post } from "../state/host.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/l10n.ts";
import { SetUp } from "./set-up.tsx";
import { StartList } from "./start-list.tsx";
import { StateCards } from "./state-cards.tsx";

export function Start({ chat }: { chat: ChatState }) {
  return (
    <main className="start column">
      <StartContent chat={chat} />
      <StateCards chat={chat} />
    </main>
  );
}

function StartContent({ chat }: { chat: ChatState }) {
  if (chat.folder === null) {
    return (
      <Missing
        title={t("Open a folder first.")}
        text={t("Atomic works inside a folder.")}
        button={t("Open folder")}
        onPress={() => post({ type: "action", action: "openFolder" })}
      />
    );
  }
  if (!chat.trusted) {
    return (
      <Missing
        title={t("This folder is not trusted.")}
        text={t("Atomic runs nothing in {0} until you trust it.", chat.folder.name)}
        button={t("Manage trust")}
        onPress={() => post({ type: "action", action: "manageTrust" })}
      />
    );
  }
  if (needsModel(chat)) return <SetUp chat={chat} />;
  return <Greeting chat={chat} folder={chat.folder.name} />;
}

interface MissingProps {
  title: string;
  text: string;
  button: string;
  onPress: () => void;
}

function Missing({ title, text, button, onPress }: MissingProps) {
  return (
    <>
      <h2 className="start-title">{title}</h2>
      <p className="start-text">{text}</p>
      <div className="button-row">
        <Button kind="primary" onClick={onPress}>
          {button}
        </Button>
      </div>
    </>
  );
}

function asks(chat: ChatState): string {
  switch (chat.approval) {
    case "ask":
      return t("It asks before it changes anything.");
    case "commands":
      return t("It asks before it runs commands.");
    case "outside":
      return t("It asks before it leaves the folder.");
    case "never":
      return t("It does not ask.");
    default:
      return "";
  }
}

function Greeting({ chat, folder }: { chat: ChatState; folder: string }) {
  const starters = [
    { icon: "book", text: t("Explain how this project fits together") },
    { icon: "beaker", text: t("Find a failing test and fix it") },
    { icon: "git-compare", text: t("Review my uncommitted changes") },
  ];
  const [before, after] = t("Atomic reads, edits and runs things in {0}.", "\n").split("\n");
  return (
    <>
      <h2 className="start-title">{t("What shall we work on?")}</h2>
      <p className="start-text">
        {before}
        <b>{folder}</b>
        {after} {asks(chat)}
      </p>
      <StartList
        label={t("Starters")}
        rows={starters.map(({ icon, text }) => ({
          icon,
          text,
          onPick: () => {
            setText(text);
            focusComposer();
          },
        }))}
      />
      <div className="start-hints">
        <Hint sign="@">{t("files")}</Hint>
        <Hint sign="/">{t("commands")}</Hint>
        <Hint sign="!">{t("shell")}</Hint>
      </div>
    </>
  );
}

function Hint({ sign, children }: { sign: string; children: string }) {
  return (
    <span>
      <code>{sign}</code>
      {children}
    </span>
  );
}
