import { nextCaseApi } from '@regie/contract/next-case.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useMayCall } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useKey } from '../../ui/use-key.ts'
import { useTakeNext } from './next-case-data.ts'

type NextCaseButtonProps = {
  customerID: number
  currentID?: number | null
  /** What must be done first. */
  refusal?: string | undefined
}

/** Opens the case that is most worth calling now; key `v`. */
export function NextCaseButton({ customerID, currentID = null, refusal }: NextCaseButtonProps) {
  const t = useText()
  const { takeNext, isBusy } = useTakeNext(customerID, currentID)
  const mayTake = useMayCall(nextCaseApi.take)
  useKey('v', () => {
    if (mayTake && refusal === undefined) takeNext()
    else if (refusal !== undefined) notify(refusal)
  })
  return (
    <Can to={nextCaseApi.take} refusal={refusal}>
      {(reason) => (
        <Button kind="main" icon={<Icon name="play" size={16} />} reason={reason} isBusy={isBusy} onPress={takeNext}>
          {t('nextCase.button')}
        </Button>
      )}
    </Can>
  )
}
