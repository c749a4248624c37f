/** A value as a tree: objects and lists fold, text keeps its lines. For arguments, results and unknown records. */
import { createContext, useContext, useState } from "react";
import { integer } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/l10n.ts";
import { plainText } from "../ui/plain.ts";

interface DataTreeProps {
  value: unknown;
  /** A word before the value; without one, its members stand alone. */
  name?: string;
  open?: boolean;
}

const WholeContext = createContext(false);

/** Within it, trees are drawn with all they hold, whatever was folded. */
export const Whole = WholeContext.Provider;

/** Members drawn at once; the others on demand. */
const PAGE = 100;

type Members = [name: string, value: unknown][];

function membersOf(value: unknown): Members | null {
  if (Array.isArray(value)) return value.map((member, index) => [String(index), member]);
  return value !== null && typeof value === "object" ? Object.entries(value) : null;
}

export function DataTree({ value, name, open = true }: DataTreeProps) {
  const members = membersOf(value);
  if (!members) return <Leaf name={name} value={value} />;
  if (name !== undefined) return <Branch name={name} value={value} members={members} open={open} />;
  return (
    <div className="data-tree mono-block">
      <MemberList members={members} />
    </div>
  );
}

function MemberList({ members }: { members: Members }) {
  const [asked, setShown] = useState(PAGE);
  const shown = useContext(WholeContext) ? members.length : asked;
  return (
    <>
      {members.slice(0, shown).map(([key, member]) => (
        <DataTree key={key} name={key} value={member} open={members.length === 1} />
      ))}
      {members.length > shown && (
        <button type="button" className="link-button" onClick={() => setShown(shown + PAGE)}>
          {t("Show {0} more", integer(Math.min(PAGE, members.length - shown)))}
        </button>
      )}
    </>
  );
}

function Branch({ name, value, members, open }: { name: string; value: unknown; members: Members; open: boolean }) {
  const whole = useContext(WholeContext);
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? (whole || (open && members.length <= PAGE));
  const count = members.length === 1 ? t("1 item") : t("{0} items", integer(members.length));
  return (
    <div>
      <button
        type="button"
        className="data-branch"
        aria-expanded={isOpen}
        tabIndex={-1}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="data-name">{name}</span>
        {!isOpen && <span className="data-count">{Array.isArray(value) ? count : `{ ${count} }`}</span>}
        <Icon name="chevron-right" size={12} mirror className={isOpen ? "icon-fold icon-fold-open" : "icon-fold"} />
      </button>
      {isOpen && (
        <div className="data-members">
          <MemberList members={members} />
        </div>
      )}
    </div>
  );
}

const LONG = 2000;

function Leaf({ name, value }: { name: string | undefined; value: unknown }) {
  const [asked, setWhole] = useState(false);
  const whole = useContext(WholeContext) || asked;
  const text = typeof value === "string" ? plainText(value) : String(value);
  const shown = whole ? text : text.slice(0, LONG);
  const kind = value === null ? "null" : typeof value;
  return (
    <div className="data-leaf">
      {name !== undefined && <span className="data-name">{name}: </span>}
      <span className={`data-${kind}`}>{kind === "string" && !text.includes("\n") ? `"${shown}"` : shown}</span>
      {shown.length < text.length && (
        <button type="button" className="link-button" tabIndex={-1} onClick={() => setWhole(true)}>
          {t("Show all")}
        </button>
      )}
    </div>
  );
}
