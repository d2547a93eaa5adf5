/** Sessions in a file of this process. */
import type { Engine } from '@cairn/core';
import {
  appendMessagesInput,
  cairnError,
  compactSessionInput,
  err,
  ok,
  restoreSessionInput,
  rollingSummaryInput,
  sessionMessagesInput,
  sessionsInput,
} from '@cairn/schema';
import type { SessionBackend } from '../memory/sessions.ts';
import { answered, parsed } from './parsed.ts';

export const createEngineSessions = (engine: Engine): SessionBackend => {
  const unknown = (id: string) =>
    err(cairnError('not_found', `No session ${JSON.stringify(id)} is here. \`list\` names those that are.`));
  return {
    append: (input) => parsed(input, appendMessagesInput, engine.appendMessages),
    list: (input) => parsed(input, sessionsInput, async (one) => ok(await engine.sessions(one))),
    get: async (id) => {
      const session = await engine.session(id);
      return answered(session === null ? unknown(id) : ok({ session }));
    },
    messages: (input) =>
      parsed(input, sessionMessagesInput, async (one) => {
        if ((await engine.session(one.session)) === null) return unknown(one.session);
        return ok({ messages: [...(await engine.sessionMessages(one))] });
      }),
    restore: (input) => parsed(input, restoreSessionInput, engine.restoreSession),
    compact: (input) => parsed(input, compactSessionInput, engine.compactSession),
    summarise: (input) => parsed(input, rollingSummaryInput, engine.writeRollingSummary),
    end: async (id) => answered(await engine.endSession(id)),
    setTask: async (id, task) => answered(await engine.setActiveTask(id, task)),
    noteFile: async (id, path) => answered(await engine.noteFile(id, path)),
    delete: async (id) => answered(await engine.deleteSession(id)),
  };
};
