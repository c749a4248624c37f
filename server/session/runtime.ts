/**
 * Builds the SDK's session for a store: settings, trust, resources, built-in agent extensions, and the
 * choice of model. Everything that holds for the whole process is in ServerSetup.
 */

import path from "node:path";
import {
  type AgentSession,
  type AgentSessionServices,
  createAgentSessionFromServices,
  createAgentSessionServices,
  hasTrustRequiringProjectResources,
  type InlineExtension,
  type LoadExtensionsResult,
  ModelRuntime,
  ProjectTrustStore,
  type SessionStartEvent,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import type { Options } from "../cli/options.ts";
import { SessionCompaction } from "../compaction/session-compaction.ts";
import { modelProblems, nameBrokenKeys, settingsProblems } from "./broken-files.ts";
import { type ExtensionWatch, watchExtensions } from "./extension-watch.ts";
import type { SessionStore } from "./file/store.ts";
import { registerHandedOver } from "./handed-over.ts";
import { chooseModel, isDefaultUnsupported } from "./model-choice.ts";
import { rememberKeysOf } from "./secrets.ts";
import { overlaySettings, type ProcessSettings } from "./settings.ts";

/** What all sessions of the process share. */
export interface ServerSetup {
  readonly options: Options;
  readonly agentDir: string;
  readonly settings: ProcessSettings;
  readonly models: ModelRuntime;
  /** Built-in agent extensions, created anew for each session. */
  readonly builtins: readonly InlineExtension[];
}

export interface SdkRuntime {
  readonly session: AgentSession;
  readonly services: AgentSessionServices;
  readonly watch: ExtensionWatch;
  readonly compaction: SessionCompaction;
  /** The saved default names a provider that nobody offers: prompts are refused until a model is chosen. */
  readonly defaultUnsupported: boolean;
  /** What a person should know about the start, one sentence each. */
  readonly warnings: string[];
  /** What makes a start of the process fail; a session replacement goes on with what there is. */
  readonly errors: string[];
}

const NOT_TRUSTED =
  "has settings, agent extensions, skills or prompts of its own in .atomic, which are not loaded. --approve loads them.";

/** Loads the model catalogue once for the process. */
export async function loadModels(agentDir: string): Promise<ModelRuntime> {
  const authPath = authFile(agentDir);
  const models = await ModelRuntime.create({
    authPath,
    modelsPath: path.join(agentDir, "models.json"),
    // createAgentSessionServices refreshes what is configured.
    refreshOnCreate: false,
  });
  registerHandedOver(models);
  nameBrokenKeys(models, authPath);
  rememberKeysOf(models);
  return models;
}

/** Creates the session of `store`. Throws when it cannot be created at all. */
export async function createRuntime(
  setup: ServerSetup,
  store: SessionStore,
  sessionStartEvent: SessionStartEvent | undefined,
): Promise<SdkRuntime> {
  const { options, agentDir } = setup;
  const cwd = store.manager.getCwd();
  const trust = options.trust ?? new ProjectTrustStore(agentDir).get(cwd);
  const projectTrusted = trust ?? !hasTrustRequiringProjectResources(cwd);
  const settingsManager = SettingsManager.create(cwd, agentDir, { projectTrusted });
  overlaySettings(settingsManager, setup.settings);
  const compaction = new SessionCompaction(settingsManager);
  const services = await createAgentSessionServices({
    cwd,
    agentDir,
    settingsManager,
    modelRuntime: setup.models,
    extensionFlagValues: options.extensionFlags,
    resourceLoaderOptions: resourceOptions(setup, compaction),
  });
  const extensions = services.resourceLoader.getExtensions();
  const watch = watchExtensions(extensions.extensions);
  // A session that was held before keeps its model; the command line speaks of the first session and of new ones.
  const keepsModel = sessionStartEvent?.reason === "resume" || sessionStartEvent?.reason === "fork";
  const choice = await chooseModel(options, services, store, keepsModel);
  const defaultUnsupported = !choice.model && isDefaultUnsupported(services, store);
  const { session, modelFallbackMessage } = await createAgentSessionFromServices({
    services,
    sessionManager: store.manager,
    ...(sessionStartEvent ? { sessionStartEvent } : {}),
    ...(choice.model ? { model: choice.model } : {}),
    ...(choice.thinkingLevel ? { thinkingLevel: choice.thinkingLevel } : {}),
    ...(choice.scopedModels.length > 0 ? { scopedModels: choice.scopedModels } : {}),
    ...(options.tools ? { tools: options.tools } : {}),
  });
  compaction.attach(session);
  const problems = services.diagnostics.filter((one) => one.type === "error").map((one) => one.message);
  const notLoaded = extensions.errors.map(({ path: file, error }) => ({
    text: `Agent extension ${file} was not loaded: ${error}`,
    asked: options.extensions.some((one) => path.resolve(one) === path.resolve(file)),
  }));
  return {
    session,
    services,
    watch,
    compaction,
    defaultUnsupported,
    warnings: [
      ...store.warnings,
      ...(trust === null && !projectTrusted ? [`${cwd} ${NOT_TRUSTED}`] : []),
      ...choice.warnings,
      // A session that does not say which model it was held with has nothing to restore.
      ...(modelFallbackMessage && hasModel(session) && !modelFallbackMessage.includes("undefined")
        ? [modelFallbackMessage]
        : []),
      ...notLoaded.filter((one) => !one.asked).map((one) => one.text),
      ...settingsProblems(settingsManager),
      ...modelProblems(setup.models, authFile(agentDir)),
    ],
    errors: [...choice.errors, ...problems, ...notLoaded.filter((one) => one.asked).map((one) => one.text)],
  };
}

/** The SDK puts a placeholder where there is no model. */
export function hasModel({ model }: AgentSession): boolean {
  return model !== undefined && model.provider !== "unknown";
}

function resourceOptions({ options, builtins }: ServerSetup, compaction: SessionCompaction) {
  const absolute = (files: readonly string[]) => files.map((file) => path.resolve(file));
  return {
    extensionFactories: [...builtins, compaction.extension],
    extensionsOverride: (loaded: LoadExtensionsResult) => compaction.supplied.watch(loaded),
    additionalExtensionPaths: absolute(options.extensions),
    additionalSkillPaths: absolute(options.skills),
    additionalPromptTemplatePaths: absolute(options.promptTemplates),
    noExtensions: options.noExtensions,
    noSkills: options.noSkills,
    noPromptTemplates: options.noPromptTemplates,
    noContextFiles: options.noContextFiles,
    noThemes: true,
    packageCommandOutput: "capture" as const,
    ...(options.systemPrompt === undefined ? {} : { systemPrompt: options.systemPrompt }),
    ...(options.appendSystemPrompt === undefined ? {} : { appendSystemPrompt: options.appendSystemPrompt }),
  };
}

function authFile(agentDir: string): string {
  return path.join(agentDir, "auth.json");
}
