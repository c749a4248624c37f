import type { Agent, AgentMessage } from "@earendil-works/pi-agent-core";

/** How often in a row an answer is gone on with. */
const mostContinuations = 3;
const goOn = "Your answer was cut off at its length limit. Go on exactly where it stopped.";

type Assistant = Extract<AgentMessage, { role: "assistant" }>;

/**
 * Goes on with an answer that used up all the model may write at once; one that stopped short of that is the SDK's to
 * recover. To be called once for each agent, after the session around it was made.
 */
export function continueCutOff(agent: Pick<Agent, "finishTurn">, maxTokens: () => number): void {
  const finish = agent.finishTurn;
  let continued = 0;
  agent.finishTurn = async (turn, signal) => {
    const decision = await finish?.(turn, signal);
    const { message } = turn;
    const limit = maxTokens();
    const atLimit = isCutOff(message) && limit > 0 && message.usage.output >= limit;
    continued = atLimit ? continued + 1 : 0;
    if (decision || !atLimit || continued > mostContinuations) return decision || undefined;
    return { action: "continue" };
  };
}

/** Asks for the rest behind each answer that was cut off and not answered by anybody; only in what the model is sent. */
export function askForRest(messages: readonly AgentMessage[]): AgentMessage[] {
  return messages.flatMap((message, index): AgentMessage[] => {
    const next = messages[index + 1];
    const isLeft = message.role === "assistant" && isCutOff(message) && (!next || next.role === "assistant");
    return isLeft ? [message, { role: "user", content: goOn, timestamp: message.timestamp }] : [message];
  });
}

function isCutOff({ stopReason, content }: Assistant): boolean {
  return stopReason === "length" && !content.some((block) => block.type === "toolCall");
}
