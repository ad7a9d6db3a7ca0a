import { type LoginInfo, loginApi } from '@regie/contract/login.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../api/query-client.ts'
import { renderScreen } from '../../test/render-screen.tsx'
import { sessionQuery, useSession } from '../session/use-session.ts'
import { renewSession } from './login-gate.ts'

function WhoAmI() {
  return <p>signed in: {useSession().username}</p>
}

async function renewAs(userID: number, username: string): Promise<number> {
  const { api } = await renderScreen(() => <WhoAmI />)
  await expect.element(page.getByText('signed in: tess')).toBeVisible()
  const tess = queryClient.getQueryData<LoginInfo>(sessionQuery.queryKey)
  if (tess === undefined) throw new Error('Nobody is signed in')
  api.answer(loginApi.ping, { loggedIn: true, enforce2fa: false })
  api.answer(loginApi.info, { ...tess, userID, username })
  let loads = 0
  const loaded = new Promise<void>((resolve) => {
    void renewSession(() => {
      loads++
      resolve()
    }).then(resolve)
  })
  await loaded
  return loads
}

test('a page that is still open when somebody else has signed in in this browser is loaded anew, and never shows their name above the other one’s rows', async () => {
  expect(await renewAs(2, 'bob')).toBe(1)
  await expect.element(page.getByText('signed in: tess')).toBeVisible()
})

test('the same user keeps the page, with what is new of them', async () => {
  expect(await renewAs(1, 'tess.b')).toBe(0)
  await expect.element(page.getByText('signed in: tess.b')).toBeVisible()
})
