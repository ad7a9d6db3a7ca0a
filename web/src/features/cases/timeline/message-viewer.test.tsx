import { caseApi, type Communication } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { MessageViewer } from './message-viewer.tsx'

const call: Communication = {
  ...{ communicationID: 3, channel: 'call', state: 'answered', to: '+31612345678', from: '+31101234567', subject: '', text: 'Goedendag' },
  ...{ html: null, simulated: true, provider: 'simulated-voice', providerName: 'Oefenlijn', voice: 'Chloé', language: 'fr' },
  ...{ queuedAt: '2027-03-02T10:00:00Z', sentAt: '2027-03-02T10:00:00Z', deliveredAt: null, reason: null, decisions: [] },
}

test('a simulated call shows its provider and the number, voice and language that reached it', async () => {
  await renderScreen(
    (api) => {
      api.answer(caseApi.communication, call)
      return <MessageViewer caseID={1} communicationID={3} />
    },
    { rights: [Right.viewCases] },
  )
  for (const shown of [`Oefenlijn (${text('cases.messages.simulation')})`, 'Chloé', text('cases.messages.languages.fr'), '+31101234567'])
    await expect.element(page.getByText(shown, { exact: true })).toBeVisible()
  await expect.element(page.getByText(text('cases.messages.callerID'))).toBeVisible()
})
