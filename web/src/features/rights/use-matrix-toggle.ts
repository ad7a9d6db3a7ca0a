import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { rightsApi, type RightGroup, type RightObject } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { callApi } from '../../api/call-api.ts'
import { errorText } from '../../locales/error-text.ts'
import { notify } from '../../session/notification.tsx'
import { useGiveRight, useTakeRight, wouldLockOut } from './rights-data.ts'

export type Cell = { group: RightGroup; object: RightObject }
/** A tick that is asked about first: who gains or loses a right by it. */
export type Question = { cell: Cell; isOn: boolean; touched: ResponseOf<typeof rightsApi.touched> }

const keyOf = ({ group, object }: Cell) => `${group.id}:${object.id}`

/** Gives and takes rights. A box shows what was asked while the server is asked; refused, it is as it was, with a word. */
export function useMatrixToggle() {
  const give = useGiveRight()
  const take = useTakeRight()
  const [asked, setAsked] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [question, setQuestion] = useState<Question | null>(null)
  const [warned, setWarned] = useState<Cell | null>(null)

  async function send({ group, object }: Cell, isOn: boolean, confirmed: 'yes' | 'no') {
    const params = { groupID: group.id, objectID: object.id }
    await (isOn ? give.mutateAsync({ params }) : take.mutateAsync({ params, query: { confirmed } }))
  }
  async function change(cell: Cell, isOn: boolean) {
    const key = keyOf(cell)
    setAsked((before) => new Map(before).set(key, isOn))
    try {
      await send(cell, isOn, 'no')
    } catch (refusal) {
      if (wouldLockOut(refusal)) setWarned(cell)
      else notify(refusal instanceof ApiFailure ? errorText(refusal.code, refusal.params) : errorText('error.unexpected'))
    } finally {
      setAsked((before) => new Map([...before].filter(([other]) => other !== key)))
    }
  }
  async function toggle(cell: Cell, isOn: boolean) {
    const params = { groupID: cell.group.id, objectID: cell.object.id }
    const touched = await callApi(rightsApi.touched, { params }).catch((refusal: Error) => refusal)
    if (touched instanceof Error)
      notify(touched instanceof ApiFailure ? errorText(touched.code, touched.params) : errorText('error.unexpected'))
    else if (touched.userCount > 0) setQuestion({ cell, isOn, touched })
    else await change(cell, isOn)
  }
  return {
    isOn: (cell: Cell) => asked.get(keyOf(cell)) ?? (cell.group.everyRight || cell.group.objects.includes(cell.object.id)),
    toggle,
    question,
    answer: async (isMeant: boolean) => {
      setQuestion(null)
      if (isMeant && question !== null) await change(question.cell, question.isOn)
    },
    /** What the granter would lose himself: asked about first. */
    warned,
    takeAnyway: () => (warned === null ? undefined : send(warned, false, 'yes')),
    leaveIt: () => setWarned(null),
  }
}
