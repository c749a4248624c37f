/** Protocol page, "Model": set_model, cycle_model, get_available_models, logout_provider; and login_provider. */
import type { Commands } from "../rpc/dispatcher.ts";
import { availableModels, cycleModel, loginProvider, logoutProvider, setModel } from "../session/models.ts";

export const models: Commands<
  "set_model" | "cycle_model" | "get_available_models" | "logout_provider" | "login_provider"
> = {
  set_model: {
    lane: "ordered",
    run: ({ provider, modelId, persist }, { host }) => setModel(host.current, provider, modelId, persist === true),
  },
  cycle_model: {
    lane: "ordered",
    run: ({ persist, direction }, { host }) => cycleModel(host.current, direction ?? "forward", persist === true),
  },
  get_available_models: { lane: "immediate", run: (_args, { host }) => availableModels(host.current) },
  logout_provider: { lane: "ordered", run: ({ provider }, { host }) => logoutProvider(host.current, provider) },
  login_provider: {
    lane: "ordered",
    run: ({ provider, apiKey }, { host }) => loginProvider(host.current, provider, apiKey),
  },
};
