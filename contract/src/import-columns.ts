import * as z from 'zod/mini'
import { CellTransform } from './cell-transforms.ts'
import type { LocalText } from './locale.ts'
import type { ResultCode } from './result-codes.ts'

/** What a column fills: a field of the script or one of `importColumns`. */
export const ColumnField = z.object({ field: z.string().check(z.maxLength(60)), transform: z.nullable(CellTransform) })
export type ColumnField = z.infer<typeof ColumnField>

/** Why a case of a file is not contacted. Of several that hold for one row the first in this order counts. */
export const importFlags = [
  'overleden',
  'wsnp',
  'schuldhulp',
  'kwetsbaar',
  'klacht',
  'betwist',
  'bewind',
  'geen_contact',
  'geblokkeerd',
] as const
export const ImportFlag = z.enum(importFlags)
export type ImportFlag = z.infer<typeof ImportFlag>

/** What a flag makes of the case (docs/decisions/0023): closed with a final result, or paused until somebody resumes it. */
export const flagEffects: Record<ImportFlag, { status: 'closed' | 'paused'; result: ResultCode | null; pausedFor: string | null }> = {
  overleden: { status: 'closed', result: 'OVL', pausedFor: null },
  wsnp: { status: 'closed', result: 'WSNP', pausedFor: null },
  schuldhulp: { status: 'closed', result: 'SHV', pausedFor: null },
  kwetsbaar: { status: 'paused', result: 'KWB', pausedFor: 'vulnerable' },
  klacht: { status: 'paused', result: 'KLA', pausedFor: 'complaint' },
  betwist: { status: 'paused', result: 'DISP', pausedFor: 'dispute' },
  bewind: { status: 'paused', result: 'BEW', pausedFor: 'blocked' },
  geen_contact: { status: 'paused', result: 'AFM', pausedFor: 'blocked' },
  geblokkeerd: { status: 'paused', result: null, pausedFor: 'blocked' },
}

/** What a file may say of a case beside its fields (product.md §5.8). */
const caseColumns = ['start_op', 'vervalt_op', 'prioriteit', 'gekoppeld_dossier', 'valuta'] as const
export type CaseColumn = (typeof caseColumns)[number]

type ImportColumn = { key: ImportFlag | CaseColumn; label: LocalText; aliases: readonly string[] }

const column = (key: ImportColumn['key'], nl: string, eng: string, fr: string, ...aliases: string[]): ImportColumn => ({
  key,
  label: { nl, eng, fr },
  aliases,
})

/** The columns that every script takes, with the headings by which they are known. */
export const importColumns: readonly ImportColumn[] = [
  column('start_op', 'Start op', 'Start on', 'Début le', 'startdatum', 'start date', 'ingangsdatum', 'date de début'),
  column('vervalt_op', 'Vervalt op', 'Expires on', 'Expire le', 'einddatum', 'end date', 'date de fin', 'geldig tot', 'valid until'),
  column('prioriteit', 'Prioriteit', 'Priority', 'Priorité', 'prio', 'urgentie', 'urgency', 'urgence'),
  column(
    'gekoppeld_dossier',
    'Gekoppeld dossier',
    'Linked case',
    'Dossier lié',
    'hoofddossier',
    'linked case number',
    'gerelateerd dossier',
    'related case',
  ),
  column('valuta', 'Valuta', 'Currency', 'Devise', 'munt', 'muntsoort', 'valutacode', 'currency code', 'monnaie'),
  column('overleden', 'Overleden', 'Deceased', 'Décédé', 'datum overlijden', 'date of death', 'date de décès', 'décès', 'died'),
  column(
    'wsnp',
    'Wsnp / faillissement',
    'Insolvency',
    'Procédure collective',
    'wsnp',
    'faillissement',
    'failliet',
    'bankrupt',
    'bankruptcy',
    'insolvent',
    'faillite',
    'surseance',
  ),
  column(
    'schuldhulp',
    'Schuldhulpverlening',
    'Debt assistance',
    'Aide aux dettes',
    'schuldhulp',
    'schuldsanering',
    'shv',
    'debt counselling',
    'debt relief',
    'surendettement',
  ),
  column(
    'kwetsbaar',
    'Kwetsbaar',
    'Vulnerable',
    'Vulnérable',
    'kwetsbare debiteur',
    'kwetsbaarheid',
    'vulnerability',
    'vulnérabilité',
    'vulnerable customer',
  ),
  column('klacht', 'Klacht', 'Complaint', 'Réclamation', 'klachten', 'klacht open', 'complaints', 'plainte'),
  column(
    'betwist',
    'Betwist',
    'Disputed',
    'Contesté',
    'betwisting',
    'in betwisting',
    'dispuut',
    'dispute',
    'in dispute',
    'geschil',
    'contestation',
    'litige',
    'en litige',
  ),
  column(
    'bewind',
    'Bewind',
    'Administration',
    'Tutelle',
    'bewindvoering',
    'bewindvoerder',
    'onder bewind',
    'curatele',
    'administrator',
    'curatelle',
    'sous tutelle',
  ),
  column(
    'geen_contact',
    'Geen contact',
    'No contact',
    'Ne pas contacter',
    'niet benaderen',
    'niet bellen',
    'afgemeld',
    'opt out',
    'optout',
    'do not contact',
    'do not call',
    'unsubscribed',
    'désinscrit',
    'ne pas appeler',
  ),
  column(
    'geblokkeerd',
    'Geblokkeerd',
    'Blocked',
    'Bloqué',
    'blokkade',
    'blokkering',
    'aanmaanblokkade',
    'aanmaanstop',
    'dunning block',
    'block',
    'hold',
    'on hold',
    'in de wacht',
    'blocage',
    'suspendu',
    'stop',
  ),
]

/** How rows that are there already are found, where, and what becomes of them. A case number stands for one case of a customer, whatever is chosen. */
export const DuplicateRule = z.object({
  by: z.enum(['number', 'phone', 'email']),
  scope: z.enum(['file', 'batch', 'customer']),
  /** `update` takes over a changed amount; `new` makes another case of the same person. */
  action: z.enum(['skip', 'update', 'new']),
})
export type DuplicateRule = z.infer<typeof DuplicateRule>
export const usualDuplicateRule: DuplicateRule = { by: 'number', scope: 'customer', action: 'skip' }
