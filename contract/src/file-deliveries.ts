import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BodyId, Id, pageOf, pageQuery, Version } from './paging.ts'
import { Right } from './right-codes.ts'

/** Where files with cases are fetched: a folder of the server, or one of another machine over SFTP. */
export const deliveryKinds = ['folder', 'sftp'] as const
const DeliveryKind = z.enum(deliveryKinds)

/** How the other machine is signed in to. */
export const deliverySignIns = ['password', 'key'] as const
const SignIn = z.enum(deliverySignIns)

export const fileDeliveriesMax = 20
export const deliveryMinutes = { min: 1, max: 1_440, usual: 15 } as const
/** A file that has not changed for so long is whole. */
export const deliveryQuietSeconds = 15
/** The log of a delivery; the fingerprints of contents stay, so that an old file is known again. */
export const deliveredDaysKept = 365
/** So many contacts are mailed what came of a delivery. */
export const deliveryContactsMax = 10
export const deliveryLengths = { name: 80, host: 253, username: 100, secret: 10_000, folder: 200, pattern: 100, batchName: 100 } as const
/** What the name of a batch may be made of, between braces. */
export const batchNameParts = ['bestand', 'datum', 'tijd'] as const

/**
 * Why the last look at a folder failed. `off`: the installation has no folder for deliveries. `outside`: a link leads out of that folder. `full`: the
 * files of the customer have reached what they may be together.
 */
const deliveryFaults = [
  ...(['off', 'folderMissing', 'outside', 'notAllowed', 'refused', 'unreachable', 'timeout'] as const),
  ...(['hostKeyNew', 'hostKeyChanged', 'signIn', 'broken', 'tooMany', 'full', 'rightsLost', 'scriptGone'] as const),
] as const
const DeliveryFault = z.enum(deliveryFaults)
export type DeliveryFault = z.infer<typeof DeliveryFault>

/** One place from which files with cases are fetched by themselves. */
export const FileDelivery = z.object({
  deliveryID: z.number(),
  customerID: z.number(),
  name: z.string(),
  kind: DeliveryKind,
  host: z.string(),
  port: z.number(),
  username: z.string(),
  signIn: SignIn,
  /** The password or key is kept; nobody reads it again. */
  hasSecret: z.boolean(),
  /** The fingerprint of the other machine that somebody called the right one. */
  hostKey: z.nullable(z.string()),
  folder: z.string(),
  pattern: z.string(),
  everyMinutes: z.number(),
  scriptID: z.number(),
  scriptName: z.string(),
  batchName: z.string(),
  /** The batches are made paused. */
  startLater: z.boolean(),
  contactIDs: z.array(z.number()),
  isOn: z.boolean(),
  /** Whose upload each file is: who saved this last. Empty: nobody any more. */
  actsFor: z.string(),
  lookedAt: z.nullable(z.string()),
  fault: z.nullable(DeliveryFault),
  failingSince: z.nullable(z.string()),
  /** Files that wait for a person. */
  waiting: z.number(),
  version: z.number(),
})
export type FileDelivery = z.infer<typeof FileDelivery>

/** `seen`: it may still grow. `asking`: a person is to look at its import. */
const deliveredStates = ['seen', 'checking', 'asking', 'importing', 'imported', 'refused'] as const
const DeliveredState = z.enum(deliveredStates)
export type DeliveredState = z.infer<typeof DeliveredState>

/** A file that was found, and what became of it. */
export const DeliveredFile = z.object({
  deliveredFileID: z.number(),
  name: z.string(),
  bytes: z.number(),
  at: z.string(),
  state: DeliveredState,
  /** Why it was refused or waits: a code of refusals with what fills its text. */
  reason: z.nullable(z.object({ error: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })),
  importID: z.nullable(z.number()),
  batchID: z.nullable(z.number()),
  batchName: z.string(),
  rows: z.number(),
  cases: z.number(),
  refusedRows: z.number(),
  /** It lies where it was found, since it may not be moved there. */
  isLeft: z.boolean(),
})
export type DeliveredFile = z.infer<typeof DeliveredFile>

/** What a test found. */
const DeliveryTest = z.object({
  fault: z.nullable(DeliveryFault),
  /** What the other machine shows itself by. */
  hostKey: z.nullable(z.string()),
  /** Files that the pattern takes, and the first of them; files that it leaves. */
  found: z.number(),
  names: z.array(z.string()),
  others: z.number(),
  /** Files that were done can be put aside. */
  mayMove: z.boolean(),
})
export type DeliveryTest = z.infer<typeof DeliveryTest>
export const deliveryNamesShown = 5

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const parts = {
  name: text(deliveryLengths.name).check(z.minLength(1, 'delivery.nameMissing')),
  kind: DeliveryKind,
  host: text(deliveryLengths.host),
  port: z.number().check(z.int(), z.gte(1), z.lte(65_535)),
  username: text(deliveryLengths.username),
  signIn: SignIn,
  /** Left out: what is kept stays. */
  secret: z.optional(z.string().check(z.minLength(1), z.maxLength(deliveryLengths.secret))),
  folder: text(deliveryLengths.folder),
  pattern: text(deliveryLengths.pattern).check(z.minLength(1, 'delivery.patternMissing')),
  everyMinutes: z.number().check(z.int(), z.gte(deliveryMinutes.min), z.lte(deliveryMinutes.max)),
  scriptID: BodyId,
  batchName: text(deliveryLengths.batchName).check(z.minLength(1, 'delivery.batchNameMissing')),
  startLater: z.boolean(),
  contactIDs: z.array(BodyId).check(z.maxLength(deliveryContactsMax)),
  isOn: z.boolean(),
}

const access = { right: Right.changeWebhooks }
// Its files are uploads of who saves it.
const saving = { ...access, also: [Right.uploadFiles] }
const OfDelivery = z.object({ deliveryID: Id })

export const fileDeliveryApi = {
  list: endpoint({
    method: 'GET',
    path: '/deliveries',
    access,
    summary: 'The folders from which the files of a customer are fetched by themselves',
    query: z.object({ customerID: Id }),
    response: z.object({
      rows: z.array(FileDelivery),
      /** The folder of the customer below that of the installation; null: this installation has none. */
      ownFolder: z.nullable(z.string()),
      scripts: z.array(z.object({ scriptID: z.number(), name: z.string() })),
      contacts: z.array(z.object({ contactID: z.number(), name: z.string() })),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/deliveries',
    access: saving,
    summary: 'A new delivery; its files are uploads of who saves it, who needs the right to upload too',
    body: z.object({ customerID: BodyId, ...parts }),
    response: FileDelivery,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/deliveries/:deliveryID',
    access: saving,
    summary: 'Change a delivery, or switch it off and on; another machine has its key asked for again',
    savedAs: [{ entity: 'fileDelivery', param: 'deliveryID' }],
    params: OfDelivery,
    body: z.object({ ...parts, version: Version }),
    response: FileDelivery,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/deliveries/:deliveryID',
    access,
    summary: 'Delete a delivery with its password; files that were taken go on',
    params: OfDelivery,
  }),
  test: endpoint({
    method: 'POST',
    path: '/deliveries/:deliveryID/test',
    access,
    summary: 'Look into the folder now, taking nothing; with a fingerprint the key of the other machine is trusted from now on',
    params: OfDelivery,
    body: z.object({ trustedKey: z.optional(z.string().check(z.regex(/^SHA256:[A-Za-z0-9+/]{43}$/))) }),
    response: DeliveryTest,
  }),
  files: endpoint({
    method: 'GET',
    path: '/deliveries/:deliveryID/files',
    access,
    summary: 'The files that a delivery found in the last year and what became of them, the newest first',
    params: OfDelivery,
    query: z.object({ state: z.optional(DeliveredState), ...pageQuery }),
    response: pageOf(DeliveredFile),
  }),
}
