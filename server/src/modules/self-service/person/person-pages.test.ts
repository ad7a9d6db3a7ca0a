import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPaymentStory, type PaymentStory } from '../../../../test/payment-story.ts'

let story: PaymentStory
beforeEach(async () => {
  story = await openPaymentStory()
  // Monday morning.
  story.clock.set('2027-01-11T08:00:00Z')
  await story.db.updateTable('cases').set({ mobile: '+31612345678' }).execute()
  const hours = { customer_id: story.customerId, starts: '09:00', ends: '17:00', weekdays: [1, 2, 3, 4, 5], channels: ['call'] }
  const { id } = await story.db.insertInto('time_windows').values(hours).returning('id').executeTakeFirstOrThrow()
  const { id: scriptId } = await story.db.selectFrom('scripts').select('id').executeTakeFirstOrThrow()
  await story.db.insertInto('script_windows').values({ customer_id: story.customerId, script_id: scriptId, window_id: id }).execute()
})
afterEach(() => story.close())

const moments = async () => [...(await story.open(`${story.page}/call`)).html.matchAll(/<option value="([^"]+)"/g)].map(([, at = '']) => at)
const callbacks = () => story.db.selectFrom('callbacks').select(['at', 'by_user', 'note', 'state']).execute()

test('what a payer writes stands in the case once, as text', async () => {
  const { page, send, db } = story
  for (let again = 0; again < 2; again++)
    expect((await send(`${page}/message`, { text: 'Klopt <i>dit</i>?' })).html).toContain('Wij hebben uw bericht ontvangen')
  const lines = await db.selectFrom('timeline').select('params').where('event', '=', 'messageByPayer').execute()
  expect(lines).toEqual([{ params: { text: 'Klopt <i>dit</i>?' } }])
  expect((await send(`${page}/message`, { text: '  ' })).status).toBe(422)
})

test('a payer is called at a moment of their choice, of those at which one may call, and outreach waits until then', async () => {
  const { page, send, theCase } = story
  const offered = await moments()
  const [first = '', second = ''] = offered
  expect(offered.length).toBeGreaterThan(5)
  expect((await send(`${page}/call`, { at: first, note: 'Over de rente' })).html).toMatch(
    /Afgesproken[\s\S]*<details class="objection"><summary>Ander moment kiezen/,
  )
  expect(await callbacks()).toEqual([{ at: new Date(first), by_user: '', note: 'Over de rente', state: 'open' }])
  expect(await theCase()).toMatchObject({ status: 'paused', paused_for: 'callback', paused_until: new Date(first) })
  await send(`${page}/call`, { at: second })
  expect(await callbacks()).toMatchObject([{ at: new Date(second) }])
})

test('what is sent too often stands in its form again, with when it may be sent', async () => {
  const { page, send, db } = story
  const [, second = ''] = await moments()
  const often = async (at: string, form: Record<string, string>) => {
    const tries = []
    for (let n = 0; n < 11; n++) tries.push(await send(`${page}/${at}`, form))
    const { html = '' } = tries.findLast(({ status }) => status === 429) ?? {}
    expect(html).toContain('Dit is te vaak achter elkaar')
    return html
  }
  expect(await often('message', { text: 'Mijn <b>vraag</b>' })).toContain('>Mijn &#60;b&#62;vraag&#60;/b&#62;</textarea>')
  const call = await often('call', { at: second, note: 'Over de rente' })
  expect(call).toContain(`value="${second}" selected`)
  expect(call).toContain('>Over de rente</textarea>')
  expect(await often('hardship', { text: 'Ik ben ontslagen' })).toContain('>Ik ben ontslagen</textarea>')
  expect(await db.selectFrom('timeline').select('event').where('event', '=', 'messageByPayer').execute()).toHaveLength(1)
})

test('a moment at night, one that is past and one that is none are refused', async () => {
  const { page, send } = story
  for (const at of ['2027-01-12T02:00:00.000Z', '2027-01-10T10:00:00.000Z', 'nu', ''])
    expect((await send(`${page}/call`, { at })).status).toBe(422)
  expect(await callbacks()).toEqual([])
})

test('who has no number is not offered a call', async () => {
  const { page, open, send, db } = story
  await db.updateTable('cases').set({ mobile: null, phone: null }).execute()
  expect((await open(page)).html).not.toContain(`${page}/call`)
  expect((await send(`${page}/call`, { at: '2027-01-11T12:00:00.000Z' })).to).toBe(page)
})
