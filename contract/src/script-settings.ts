import * as z from 'zod/mini'
import { Channel } from './channels.ts'
import { DialingMode } from './dialing.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { BodyId, Id, pageQuery, Version } from './paging.ts'
import { providerStates } from './providers.ts'
import { Right } from './right-codes.ts'

/** A script in a list. Its lines in use and its batches are counted, its cases are not. */
export const ScriptRow = z.object({
  scriptID: z.number(),
  customerID: z.number(),
  name: z.string(),
  active: z.boolean(),
  activeLines: z.number(),
  maxLines: z.number(),
  maxTransfers: z.number(),
  alwaysOpen: z.boolean(),
  openBatches: z.number(),
  openCases: z.number(),
  steps: z.number(),
  hasDraft: z.boolean(),
  changedAt: z.string(),
  /** May it work now by its windows and the law, and if not, when again. */
  openNow: z.boolean(),
  nextAt: z.nullable(z.string()),
})
export type ScriptRow = z.infer<typeof ScriptRow>

const callerID = z.string().check(z.trim(), z.maxLength(16))
const ScriptSettings = {
  name: z.string().check(z.trim(), z.minLength(1, 'script.nameMissing'), z.maxLength(120)),
  active: z.boolean(),
  maxLines: z.number().check(z.int(), z.gte(1), z.lte(500)),
  maxTransfers: z.number().check(z.int(), z.gte(0), z.lte(499)),
  /** Where the script puts through to a queue: as many calls as it has lines, or paced by the agents who are free. */
  dialing: DialingMode,
  /** E.164, or empty: the standard number of the voice provider. It must be possible to call it back. */
  callerID,
  voice: z.string().check(z.maxLength(60)),
  language: Locale,
  voicemailDetection: z.boolean(),
  /** Null: the customer's default, or else the installation's own. */
  callProvider: z.nullable(BodyId),
  emailProvider: z.nullable(BodyId),
  smsProvider: z.nullable(BodyId),
  /** Takes over where the first one is off or takes nothing. Null: the customer's second one, where there is one. */
  smsBackupProvider: z._default(z.nullable(BodyId), null),
  whatsappProvider: z._default(z.nullable(BodyId), null),
  smsPerHour: z.number().check(z.int(), z.gte(0), z.lte(36_000)),
  alwaysOpen: z.boolean(),
}

/** What staff set of a script, with what they may choose from. */
export const ScriptInfo = z.object({
  scriptID: z.number(),
  customerID: z.number(),
  ...ScriptSettings,
  activeLines: z.number(),
  liveVersion: z.object({ versionID: z.number(), no: z.number(), at: z.string(), by: z.string() }),
  hasDraft: z.boolean(),
  /** Open day and night does not open what the law of the customer closes; then this says so. */
  lawLimits: z.nullable(z.object({ earliest: z.string(), latest: z.string() })),
  choices: z.object({
    voices: z.array(z.string()),
    providers: z.array(
      z.object({
        providerID: z.number(),
        channel: Channel,
        name: z.string(),
        state: z.enum(providerStates),
        isDefault: z.boolean(),
        isBackup: z.boolean(),
      }),
    ),
  }),
  version: z.number(),
})
export type ScriptInfo = z.infer<typeof ScriptInfo>

const ScriptId = z.object({ scriptID: Id })

export const scriptSettingsApi = {
  list: endpoint({
    method: 'GET',
    path: '/scripts',
    access: { right: Right.viewScripts },
    summary: 'Scripts of a customer; without one, of all customers that the caller serves',
    query: z.object({
      customerID: z.optional(Id),
      q: z.optional(z.string().check(z.maxLength(200))),
      active: z.optional(z.stringbool()),
      ...pageQuery,
    }),
    response: z.object({
      rows: z.array(ScriptRow),
      nextCursor: z.nullable(z.string()),
      total: z.object({ value: z.number(), exact: z.boolean() }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/scripts',
    access: { right: Right.changeScripts },
    summary: 'A new script, switched off, with one step; or a copy of another of the same customer',
    body: z.object({ customerID: BodyId, name: ScriptSettings.name, copyOf: z.nullable(BodyId) }),
    response: ScriptInfo,
  }),
  info: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/info',
    access: { right: Right.viewScripts },
    summary: 'What staff set of a script',
    params: ScriptId,
    response: ScriptInfo,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID',
    access: { right: Right.changeScripts },
    summary: 'Change the settings of a script; maximum lines must exceed maximum transfers',
    savedAs: [{ entity: 'script', param: 'scriptID' }],
    params: ScriptId,
    body: z.object({ ...ScriptSettings, version: Version }),
    response: ScriptInfo,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/scripts/:scriptID',
    access: { right: Right.changeScripts },
    summary: 'Delete a script that no batch uses; else refused with what uses it',
    params: ScriptId,
  }),
}
