import { mayHearDebt } from '@regie/contract/desk.ts'
import { asksIdentity, openFields, pieceOf, resultOfEnd } from '@regie/contract/guide-rules.ts'
import { type CallGuide, type GuidePiece, GuidePieces, pieceName } from '@regie/contract/guides.ts'
import { isReservedKey } from '@regie/contract/variables.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { userName } from '../../../platform/db/user-name.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { paymentLinkUrl } from '../../cases/money/payment-link-url.ts'
import { findReader } from '../../communications/manual-messages/list-written-texts.ts'
import { caseValues } from '../../templates/case-values.ts'
import { fillTemplate } from '../../templates/render-template.ts'
import { caseOfCall, type DeskRow, findOwnCall } from '../find-call.ts'

/** Where a call is in the conversation that leads it. */
export type GuideStand = {
  versionId: number
  name: string
  pieces: readonly GuidePiece[]
  /** Null: at its beginning. */
  piece: string | null
  turn: number
  state: CallGuide['state']
  /** It stands in the database: somebody did something in it. */
  hasBegun: boolean
}

type Row = Omit<GuideStand, 'pieces'> & { pieces: unknown }

/**
 * Where the call is; or, while nothing was said, the published version of the conversation that leads it: that of its script, of the queue that it came in
 * by, or the one of all other calls. Null: none does.
 */
export async function findStand(db: Db, { customerId, id, userId, caseId, queueId, inbound }: DeskRow): Promise<GuideStand | null> {
  const { rows } = await sql<Row>`
    select c.guide_version_id as "versionId", g.name, v.pieces, c.piece, c.turn, c.state, true as "hasBegun"
    from call_guides c
    join guide_versions v on v.customer_id = c.customer_id and v.id = c.guide_version_id
    join guides g on g.customer_id = v.customer_id and g.id = v.guide_id
    where c.customer_id = ${customerId} and c.communication_id = ${id} and c.user_id = ${userId}
    union all
    (select v.id, g.name, v.pieces, null, 0, 'running', false
    from guides g
    join guide_versions v on v.customer_id = g.customer_id and v.id = g.guide_version_id
    left join guide_uses u on u.customer_id = g.customer_id and u.guide_id = g.id
      and case when ${inbound} then u.queue_id = ${queueId}::bigint else u.script_id = (
        select b.script_id
        from cases c
        join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
        where c.customer_id = ${customerId} and c.id = ${caseId}::bigint) end
    where g.customer_id = ${customerId} and g.removed_at is null and (u.id is not null or g.is_default)
    order by u.id is null
    limit 1)
    order by "hasBegun" desc
    limit 1`.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...row, pieces: GuidePieces.parse(row.pieces) }
}

/** The conversation that leads the caller's own call, as far as it may be shown now. */
export async function findCallGuide(services: Services, caller: Caller, callId: number): Promise<CallGuide | null> {
  const { db } = services
  const row = await findOwnCall(db, caller, callId)
  // Who is on the line, and about what, comes first.
  if (row.caseId === null || row.beganAt === null) return null
  const stand = await findStand(db, row)
  const piece = stand && pieceOf(stand.pieces, stand.piece)
  return stand === null || piece === null ? null : showStand(services, caller, { row, stand, piece })
}

type Shown = { row: DeskRow; stand: GuideStand; piece: GuidePiece }

async function showStand(services: Services, caller: Caller, { row, stand, piece }: Shown): Promise<CallGuide> {
  const mayHear = mayHearDebt(row.identifiedHow)
  const isKept = asksIdentity(piece) && !mayHear
  const { text, missing } = isKept ? { text: null, missing: [] } : await fillPiece(services, caller, row, piece.text)
  return {
    versionID: stand.versionId,
    name: stand.name,
    turn: stand.turn,
    state: stand.state,
    piece: {
      key: piece.key,
      name: pieceName(piece),
      kind: piece.kind,
      asksIdentity: isKept,
      text,
      missing,
      answers: isKept || piece.kind === 'end' ? [] : piece.answers.map(({ key, words }) => ({ key, words })),
      end: isKept || piece.kind === 'say' ? null : { work: piece.work, result: resultOfEnd(piece) },
    },
    said: (await listAnswers(services.db, row))
      .filter(({ piece: key }) => {
        const of = pieceOf(stand.pieces, key)
        return mayHear || of === null || !asksIdentity(of)
      })
      .map(({ piece: key, answer, at }) => wordsOf(stand.pieces, { piece: key, answer, at })),
  }
}

function wordsOf(pieces: readonly GuidePiece[], { piece, answer, at }: { piece: string; answer: string; at: Date }) {
  const of = pieceOf(pieces, piece)
  const given = of?.kind === 'say' ? of.answers.find(({ key }) => key === answer) : undefined
  return { piece: pieceName(of ?? { key: piece }), answer: given?.words ?? answer, at: at.toISOString() }
}

/** The answers that stand, in their order. */
export async function listAnswers(db: Db, { customerId, id, userId }: Pick<DeskRow, 'customerId' | 'id' | 'userId'>) {
  const { rows } = await sql<{ no: number; piece: string; answer: string; at: Date }>`
    select no, piece, answer, at
    from call_guide_answers
    where customer_id = ${customerId} and communication_id = ${id} and user_id = ${userId} and taken_back_at is null
    order by no`.execute(db)
  return rows
}

// What the case does not have is seen as a gap, and named beside it.
const gap = '…'

/** The text with the values of the case as this caller may see them; before it is known who speaks, with nothing of the debt. */
async function fillPiece({ db, config, clock }: Services, caller: Caller, row: DeskRow, text: string) {
  const { one, masked, token, variables } = await findReader(db, caller, caseOfCall(row), clock.now())
  const own = Object.fromEntries(Object.entries(variables).filter(([key]) => !isReservedKey(key)))
  const all: Record<string, string> = {
    ...own,
    ...caseValues(one, token === null ? undefined : paymentLinkUrl(config.publicUrl, token)),
    medewerker: await findCallerName(db, caller.userId),
    bureau: one.customerName,
  }
  const may = mayHearDebt(row.identifiedHow)
  const values = may ? all : Object.fromEntries(openFields.map((name) => [name, all[name] ?? '']))
  const { missing } = fillTemplate({ nl: { subject: '', text } }, values, one.locale)
  const gaps = Object.fromEntries(missing.map((name) => [name, gap]))
  const { rendered } = fillTemplate({ nl: { subject: '', text } }, { ...values, ...gaps }, one.locale)
  return { text: masked(rendered.text), missing }
}

async function findCallerName(db: Db, userId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select ${userName('u')} as name from staff u where u.id = ${userId}`.execute(db)
  return rows[0]?.name ?? ''
}
