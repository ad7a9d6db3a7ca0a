import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../../api/query-client.ts'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { usePrintAll } from './use-print-all.ts'

const whole = { isLoading: false, hasMore: false, isLoadingMore: false, failure: null, loadMore: () => undefined }
function Paper({ money }: { money: Promise<string> }) {
  const { data = 'waiting' } = useQuery({ queryKey: ['money'], queryFn: () => money })
  const { print } = usePrintAll(whole, () => undefined)
  return (
    <button type="button" onClick={print}>
      {data}
    </button>
  )
}
afterEach(() => vi.restoreAllMocks())

test.each(['the button', 'Ctrl+P'])('%s prints once, when all that the screen asks for is there', async (how) => {
  const printed: (string | null)[] = []
  vi.spyOn(globalThis, 'print').mockImplementation(() => void printed.push(document.querySelector('button')?.textContent ?? null))
  const { promise, resolve } = Promise.withResolvers<string>()
  await renderScreen(() => (
    <QueryClientProvider client={queryClient}>
      <Paper money={promise} />
    </QueryClientProvider>
  ))
  await expect.element(page.getByText('waiting')).toBeVisible()
  if (how === 'Ctrl+P') await userEvent.keyboard('{Control>}p{/Control}')
  else await page.getByText('waiting').click()
  resolve('12 euro')
  await expect.poll(() => printed).toEqual(['12 euro'])
})

test('it waits for the pictures of the page', async () => {
  const printed: boolean[] = []
  let isThere = false
  vi.spyOn(globalThis, 'print').mockImplementation(() => void printed.push(isThere))
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockImplementation(() => isThere)
  const { promise, resolve } = Promise.withResolvers<void>()
  const decode = vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(promise)
  await renderScreen(() => (
    <QueryClientProvider client={queryClient}>
      <Paper money={Promise.resolve('12 euro')} />
      <img alt="logo" src="data:image/png;base64,iVBORw==" />
    </QueryClientProvider>
  ))
  await page.getByRole('button').click()
  await expect.poll(() => decode.mock.calls.length).toBeGreaterThan(0)
  expect(printed).toEqual([])
  isThere = true
  resolve()
  await expect.poll(() => printed).toEqual([true])
})
