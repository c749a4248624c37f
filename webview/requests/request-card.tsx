/** One open request: what is asked, and how to answer it by mouse or keyboard. */
import "./request-card.css";
import { type ReactNode, useState } from "react";
import type { ExtensionUIAnswer, OpenRequest } from "../../extension/panel/messages.ts";
import { post } from "../state/host.ts";
import { useView } from "../state/store.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/l10n.ts";
import { Answer } from "./answer.tsx";
import { approvalOptions, toolIcon } from "./approval.ts";
import { Countdown } from "./countdown.tsx";
import { inlineCode, type Part, parseTitle } from "./title.ts";

interface RequestCardProps {
  open: OpenRequest;
  /** The one whose turn it is. */
  first: boolean;
  onAnswered: () => void;
}

export function RequestCard({ open, first, onAnswered }: RequestCardProps) {
  const { request, expiresAt } = open;
  const { heading, parts } = parseTitle(request.title);
  const message = request.method === "confirm" ? parseTitle(`?\n${request.message}`).parts : [];
  const rest = [...parts, ...message];
  const [text, setText] = useState(request.method === "editor" ? (request.prefill ?? "") : "");
  const [sent, setSent] = useState(false);
  const runningTool = useView((view) => lastTool(view));
  const answer = (value: ExtensionUIAnswer) => {
    if (sent) return;
    setSent(true);
    post({ type: "answer", id: request.id, answer: value });
    onAnswered();
  };
  const approval = request.method === "select" && approvalOptions(request.options) !== null;
  const icon = approval ? toolIcon(runningTool) : request.method === "editor" ? "edit" : "question";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own layout
    <section
      className={first ? "request request-first appear" : "request appear"}
      role="group"
      aria-label={heading}
      data-request={request.id}
      inert={sent}
    >
      <div className="request-head">
        <Icon name={icon} />
        <h3 className="request-title" dir="auto">
          {heading}
        </h3>
        <span className="request-end">
          {expiresAt !== undefined && <Countdown until={expiresAt} />}
          {request.method === "editor" && (
            <IconButton
              icon="screen-full"
              name={t("Open in an editor")}
              onClick={() => post({ type: "code", action: "newFile", text, language: "markdown" })}
            />
          )}
        </span>
      </div>
      <div className="request-body">
        {rest.length > 0 && <Rest parts={rest} />}
        <div className="request-answer">
          <Answer request={request} text={text} onText={setText} onAnswer={answer} />
        </div>
      </div>
    </section>
  );
}

/** Name of the tool that runs, or waits to be allowed. */
function lastTool(view: {
  transcript: { turns: readonly { rows: readonly { kind: string }[] }[] };
}): string | undefined {
  const rows = view.transcript.turns.at(-1)?.rows ?? [];
  const tool = rows.findLast((row): row is { kind: "tool"; name: string; state: string } => {
    const { kind, state } = row as { kind: string; state?: string };
    return kind === "tool" && (state === "running" || state === "waiting");
  });
  return tool?.name;
}

function Rest({ parts }: { parts: readonly Part[] }) {
  return (
    <div className="request-rest" tabIndex={parts.some(({ text }) => text.length > 400) ? 0 : undefined}>
      {parts.map((part, index) =>
        part.kind === "code" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one title never change
          <pre className="request-code" key={index}>
            {part.text}
          </pre>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one title never change
          <p className="request-text" dir="auto" key={index}>
            {withCode(part.text)}
          </p>
        ),
      )}
    </div>
  );
}

function withCode(text: string): ReactNode[] {
  return inlineCode(text).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change
    index % 2 === 1 ? <code key={index}>{piece}</code> : piece,
  );
}
