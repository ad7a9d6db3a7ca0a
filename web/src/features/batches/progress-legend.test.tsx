import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { ProgressLegend } from './progress-legend.tsx'

test('each colour of the progress bar has its word, and so has what is left of it', async () => {
  await renderScreen(() => <ProgressLegend />, { texts: ['batches'] })
  const legend = page.getByRole('list', { name: text('batches.legend.title') })
  await expect.element(legend).toBeVisible()
  const words = ['batches.counts.paid', 'batches.closedOtherwise', 'batches.counts.paused', 'batches.legend.open'] as const
  await expect
    .poll(() =>
      legend
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(words.map((key) => text(key)))
})
