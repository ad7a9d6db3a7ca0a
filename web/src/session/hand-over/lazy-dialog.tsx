import { lazy, Suspense, type ComponentProps } from 'react'
import { withTexts } from '../../locales/locale-store.ts'
import type { HandOverDialog } from './hand-over-dialog.tsx'

const Dialog = lazy(async () => ({
  default: (await withTexts(['arrangements'], import('./hand-over-dialog.tsx'))).HandOverDialog,
}))

/** The dialog, with its texts, fetched when somebody hands cases over: the lists and the case do not wait for it. */
export function LazyHandOverDialog(props: ComponentProps<typeof HandOverDialog>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
