import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { paths } from '../paths.ts'
import { AppLink } from '../ui/app-link.tsx'
import { EmptyToFill } from './empty-to-fill.tsx'

const empty = () => (
  <EmptyToFill title="Leeg" text="Hier komt iets." right={Right.uploadFiles} action={<AppLink to={paths.upload()}>Vul het</AppLink>} />
)

test('who may fill a list gets the action that does', async () => {
  await renderScreen(empty, { rights: [Right.uploadFiles] })
  await expect.element(page.getByRole('link', { name: 'Vul het' })).toBeVisible()
  await expect.element(page.getByText(text('app.askColleague'))).not.toBeInTheDocument()
})

test('who may not gets a sentence in its place', async () => {
  await renderScreen(empty, { rights: [Right.viewBatches] })
  await expect.element(page.getByText(`Hier komt iets. ${text('app.askColleague')}`)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Vul het' })).not.toBeInTheDocument()
})
