import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../test/render-screen.tsx'
import { useAddress } from './address.ts'

function TwoAtOnce() {
  const [{ view, step }, change] = useAddress(['view', 'step'])
  const both = () => {
    change({ view: 'graph' })
    change({ step: 'sms' })
  }
  return (
    <button type="button" onClick={both}>
      {`view ${view}, step ${step}`}
    </button>
  )
}

test('two changes of the address in one moment both stay', async () => {
  await renderScreen(() => <TwoAtOnce />)
  await page.getByRole('button').click()
  await expect.element(page.getByText('view graph, step sms')).toBeVisible()
})
