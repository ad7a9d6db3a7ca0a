import { mayHearDebt } from '@regie/contract/desk.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { asksIdentity, pieceAfter, pieceOf, saidLines } from '@regie/contract/guide-rules.ts'
import { type CallGuide, type callGuideApi, GuidePieces } from '@regie/contract/guides.ts'
import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { caseOfCall, type DeskRow, findOwnCall } from '../find-call.ts'
import { findCallGuide, findStand, type GuideStand, listAnswers } from './find-call-guide.ts'

type Body<Name extends 'answer' | 'back' | 'leave' | 'finish'> = RequestOf<(typeof callGuideApi)[Name]>['body']
type Turned = Pick<GuideStand, 'piece' | 'state'>

/** Goes on with an answer, once: of two pages the first is heard. */
export function answerGuide(services: Services, caller: Caller, callId: number, given: Body<'answer'>): Promise<CallGuide | null> {
  return turn(services, caller, callId, given, async (tx, { row, stand }) => {
    const { customerId, id, userId } = row
    const piece = pieceOf(stand.pieces, stand.piece)
    if (stand.state !== 'running' || piece?.key !== given.piece) throw new AppError('guide.movedOn')
    if (asksIdentity(piece) && !mayHearDebt(row.identifiedHow)) throw new AppError('guide.identifyFirst')
    const next = pieceAfter(stand.pieces, piece.key, given.answer)
    if (next === null) throw new AppError('guide.answerUnknown', { field: 'answer' })
    await tx
      .insertInto('call_guide_answers')
      .values({
        ...{ customer_id: customerId, communication_id: id, user_id: userId, no: stand.turn + 1 },
        ...{ piece: piece.key, answer: given.answer, at: services.clock.now() },
      })
      .execute()
    return { piece: next.key, state: 'running' }
  })
}

/** Takes the last answer back; it stays written down, with when. */
export function stepBack(services: Services, caller: Caller, callId: number, given: Body<'back'>): Promise<CallGuide | null> {
  return turn(services, caller, callId, given, async (tx, { row, stand }) => {
    const last = (await listAnswers(tx, row)).at(-1)
    if (stand.state !== 'running' || last === undefined) throw new AppError('guide.movedOn')
    await sql`
      update call_guide_answers
      set taken_back_at = ${services.clock.now()}
      where customer_id = ${row.customerId} and communication_id = ${row.id} and user_id = ${row.userId}
        and no = ${last.no}`.execute(tx)
    return { piece: last.piece, state: 'running' }
  })
}

/** Leaves the conversation, or takes it up where it was left. */
export function leaveGuide(services: Services, caller: Caller, callId: number, given: Body<'leave'>): Promise<CallGuide | null> {
  return turn(services, caller, callId, given, async (_tx, { stand }) => {
    if (stand.state === 'done') throw new AppError('guide.movedOn')
    return { piece: stand.piece, state: given.isLeft ? 'left' : 'running' }
  })
}

/** Says that the work of the end at which it stands is done. */
export function finishGuide(services: Services, caller: Caller, callId: number, given: Body<'finish'>): Promise<CallGuide | null> {
  return turn(services, caller, callId, given, async (_tx, { stand }) => {
    if (stand.state !== 'running' || pieceOf(stand.pieces, stand.piece)?.kind !== 'end') throw new AppError('guide.movedOn')
    return { piece: stand.piece, state: 'done' }
  })
}

type Seen = { turn: number; versionID?: number }
type Standing = { row: DeskRow; stand: GuideStand }

/** Does one thing in the conversation of the caller's own call, if nothing else was done in it since they looked. */
async function turn(
  services: Services,
  caller: Caller,
  callId: number,
  seen: Seen,
  work: (tx: Transaction, standing: Standing) => Promise<Turned>,
): Promise<CallGuide | null> {
  const { db, clock } = services
  await tryThrice(() =>
    db.transaction().execute(async (tx) => {
      // Who does something in the call waits for who was first.
      await sql`select from desk_calls where communication_id = ${callId} and user_id = ${caller.userId} for update`.execute(tx)
      const row = await findOwnCall(tx, caller, callId)
      if (row.finishedAt !== null) throw new AppError('desk.callOver')
      if (row.beganAt === null) throw new AppError('desk.notTalking')
      caseOfCall(row)
      const stand = await findStand(tx, row)
      if (stand === null) throw new AppError('guide.notFound')
      const begun = stand.hasBegun ? stand : await beginWith(tx, stand, seen.versionID ?? stand.versionId)
      if (begun.turn !== seen.turn || begun.versionId !== (seen.versionID ?? begun.versionId)) throw new AppError('guide.movedOn')
      const { customerId, id, userId } = row
      const keys = { customer_id: customerId, communication_id: id, user_id: userId }
      const first = { ...keys, guide_version_id: begun.versionId, began_at: clock.now() }
      if (!stand.hasBegun) await tx.insertInto('call_guides').values(first).execute()
      const { piece, state } = await work(tx, { row, stand: begun })
      await sql`
        update call_guides
        set piece = ${piece}, state = ${state}, turn = turn + 1
        where customer_id = ${customerId} and communication_id = ${id} and user_id = ${userId}`.execute(tx)
      await publish(tx, { kind: 'agent.changed', customerId, userId })
    }),
  )
  return findCallGuide(services, caller, callId)
}

/** The version that the agent has before them: the published one, or an earlier one of the same conversation, when a newer was published while they read. */
async function beginWith(tx: Transaction, stand: GuideStand, versionId: number): Promise<GuideStand> {
  if (versionId === stand.versionId) return stand
  const { rows } = await sql<{ pieces: unknown }>`
    select old.pieces
    from guide_versions old
    join guide_versions now on now.customer_id = old.customer_id and now.guide_id = old.guide_id
    where now.id = ${stand.versionId} and old.id = ${versionId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new AppError('guide.movedOn')
  return { ...stand, versionId, pieces: GuidePieces.parse(row.pieces) }
}

// A line of the timeline; the answers themselves stay with the call.
const saidMax = 2000

/** Writes what was said in a call to the timeline of its case, in words. For the transaction that ends the work after the call. */
export async function recordGuide(
  tx: Transaction,
  call: { customerId: number; id: number; caseId: number; userId: number; username: string },
  at: Date,
): Promise<void> {
  const { customerId, id, caseId, userId, username } = call
  const answers = await listAnswers(tx, call)
  if (answers.length === 0) return
  const { rows } = await sql<{ name: string; pieces: unknown }>`
    select g.name, v.pieces
    from call_guides c
    join guide_versions v on v.customer_id = c.customer_id and v.id = c.guide_version_id
    join guides g on g.customer_id = v.customer_id and g.id = v.guide_id
    where c.customer_id = ${customerId} and c.communication_id = ${id} and c.user_id = ${userId}`.execute(tx)
  const [row] = rows
  if (row === undefined) return
  const words = saidLines(GuidePieces.parse(row.pieces), answers).join(' · ').slice(0, saidMax)
  const line = { customerId, caseId, communicationId: id, byUser: username, at }
  await recordTimeline(tx, [{ ...line, event: 'guideFollowed', params: { guide: row.name, said: words } }])
}
