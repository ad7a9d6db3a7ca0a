import { flowApi } from '@regie/contract/flow.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { apiKey } from '../api/use-api.ts'
import { withTexts } from '../locales/locale-store.ts'
import { useAddress } from '../session/address.ts'

// The editor of texts is of use to nobody who only draws steps.
const TextInPlace = lazy(async () => {
  const { TextInPlace: Part } = await withTexts(['speech', 'templates'], import('../features/templates/text-in-place.tsx'))
  return { default: Part }
})

type StepTextDialogProps = { templateID: number; scriptID: number; onOpen: (templateID: number) => void; onClose: () => void }

/** The text of a step, changed without leaving the steps; they show what it says now when it closes. */
export function StepTextDialog({ onClose, ...text }: StepTextDialogProps) {
  const client = useQueryClient()
  const [, changeAddress] = useAddress(['language', 'side'])
  const close = () => {
    for (const endpoint of [flowApi.get, flowApi.texts]) void client.invalidateQueries({ queryKey: apiKey(endpoint) })
    changeAddress({ language: '', side: '' })
    onClose()
  }
  return (
    <Suspense>
      <TextInPlace {...text} onClose={close} />
    </Suspense>
  )
}
