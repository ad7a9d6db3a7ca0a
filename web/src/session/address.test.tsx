import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../test/render-screen.tsx'
import { SwitchInput } from '../ui/toggles.tsx'
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

function Switch() {
  const [{ looks }, change] = useAddress(['looks'])
  return <SwitchInput label="Ook bekeken" value={looks === 'shown'} onChange={(isOn) => change({ looks: isOn ? 'shown' : '' })} />
}

test('a switch of the address stands as pressed at once, before the router has been there and back', async () => {
  const { path } = await renderScreen(() => <Switch />)
  const control = page.getByRole('switch')
  await expect.element(control).toBeVisible()
  const input = control.element() as HTMLInputElement
  input.click()
  expect(input.checked).toBe(true)
  await expect.poll(path).toBe('/?looks=shown')
  expect(input.checked).toBe(true)
  input.click()
  expect(input.checked).toBe(false)
  await expect.poll(path).toBe('/')
})
