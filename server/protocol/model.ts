/** Models and thinking levels as they stand on the wire (protocol page, "Types: Model", "Thinking"). */
import { type Static, Type } from "typebox";

/** Every thinking level of the protocol, lowest first. */
export const thinkingLevels = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export const ThinkingLevelSchema = Type.Enum(thinkingLevels);
export type ThinkingLevel = (typeof thinkingLevels)[number];

export const ModelSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  api: Type.String(),
  provider: Type.String(),
  baseUrl: Type.String(),
  reasoning: Type.Boolean(),
  input: Type.Array(Type.String()),
  contextWindow: Type.Number({ description: "Token budget" }),
  maxTokens: Type.Number(),
  cost: Type.Object({
    input: Type.Number({ description: "USD for a million tokens" }),
    output: Type.Number(),
    cacheRead: Type.Number(),
    cacheWrite: Type.Number(),
  }),
});
/** A full Model object. Costs are USD for a million tokens. */
export type Model = Static<typeof ModelSchema>;

export const AuthStatusSchema = Type.Object({
  configured: Type.Boolean(),
  source: Type.Optional(Type.String()),
  label: Type.Optional(Type.String()),
});
/** Where a provider's credential comes from, never the credential itself (protocol page, logout_provider). */
export type AuthStatus = Static<typeof AuthStatusSchema>;
