/** A request as clients of OpenAI's chat API send it, in the shape that VS Code's models take. */

export type TurnPart =
  | { type: "text"; text: string }
  | { type: "image"; data: Uint8Array; mimeType: string }
  | { type: "toolCall"; id: string; name: string; input: object }
  | { type: "toolResult"; id: string; text: string };

/** VS Code's models know no system role: what comes with it is said by the user first. */
export interface Turn {
  role: "user" | "assistant";
  parts: TurnPart[];
}

export interface ToolOffer {
  name: string;
  description: string;
  inputSchema?: object;
}

export interface ChatRequest {
  model: string;
  turns: Turn[];
  tools: ToolOffer[];
  /** The model must call a tool. */
  toolRequired: boolean;
  stream: boolean;
}

/** The request cannot be understood; the message names what is wrong with it. */
export class BadRequest extends Error {}

type Fields = Record<string, unknown>;

/** Reads a request body. Throws BadRequest. */
export function chatRequest(body: unknown): ChatRequest {
  const fields = fieldsOf(body, "the body");
  if (typeof fields.model !== "string" || fields.model === "") throw new BadRequest('"model" should be a name');
  if (!Array.isArray(fields.messages)) throw new BadRequest('"messages" should be a list');
  return {
    model: fields.model,
    turns: joined(fields.messages.map((message, at) => turnOf(fieldsOf(message, `messages[${at}]`)))),
    tools: Array.isArray(fields.tools) ? fields.tools.flatMap(toolOf) : [],
    toolRequired: fields.tool_choice === "required",
    stream: fields.stream === true,
  };
}

function turnOf(message: Fields): Turn {
  switch (message.role) {
    case "assistant":
      return { role: "assistant", parts: [...contentOf(message.content), ...toolCallsOf(message.tool_calls)] };
    case "tool": {
      const text = contentOf(message.content).map((part) => (part.type === "text" ? part.text : ""));
      return { role: "user", parts: [{ type: "toolResult", id: String(message.tool_call_id), text: text.join("\n") }] };
    }
    case "system":
    case "developer":
    case "user":
      return { role: "user", parts: contentOf(message.content) };
    default:
      throw new BadRequest(`no role "${String(message.role)}" is known`);
  }
}

/** Neighbours of one role are one turn, as results of several tools must be; empty ones are left out. */
function joined(turns: readonly Turn[]): Turn[] {
  const all: Turn[] = [];
  for (const turn of turns) {
    if (turn.parts.length === 0) continue;
    const last = all.at(-1);
    if (last?.role === turn.role) last.parts.push(...turn.parts);
    else all.push({ role: turn.role, parts: [...turn.parts] });
  }
  return all;
}

function contentOf(content: unknown): TurnPart[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: Fields | null): TurnPart[] => {
    if (part?.type === "text" && typeof part.text === "string") return [{ type: "text", text: part.text }];
    if (part?.type === "image_url") return imageOf((part.image_url as Fields | null)?.url);
    return [];
  });
}

/** Images come inside the request; one by address is not fetched. */
function imageOf(url: unknown): TurnPart[] {
  const found = typeof url === "string" ? /^data:(image\/[\w.+-]+);base64,(.*)$/s.exec(url) : null;
  if (!found) throw new BadRequest("an image should be a data: address in base64");
  return [{ type: "image", mimeType: found[1] ?? "", data: Buffer.from(found[2] ?? "", "base64") }];
}

function toolCallsOf(calls: unknown): TurnPart[] {
  if (!Array.isArray(calls)) return [];
  return calls.map((call: Fields) => {
    const { name, arguments: json } = fieldsOf(call.function, "a tool call's function");
    return { type: "toolCall", id: String(call.id), name: String(name), input: inputOf(json) };
  });
}

/** Arguments that a model has broken off are no reason to refuse the whole conversation. */
function inputOf(json: unknown): object {
  try {
    const input: unknown = JSON.parse(String(json));
    return typeof input === "object" && input !== null ? input : { value: input };
  } catch {
    return {};
  }
}

function toolOf(tool: unknown): ToolOffer[] {
  const { name, description, parameters } = fieldsOf((tool as Fields | null)?.function, "a tool's function");
  const inputSchema = typeof parameters === "object" && parameters !== null ? { inputSchema: parameters } : {};
  return [{ name: String(name), description: String(description ?? ""), ...inputSchema }];
}

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new BadRequest(`${what} should be an object`);
}
