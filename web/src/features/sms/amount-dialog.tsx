import { type SmsScript, smsPerHourMax } from '@regie/contract/sms.ts'
import { useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useChangeSmsAmount } from './sms-data.ts'

/** How many SMS of a script may leave in an hour; the next hour is planned anew at once. */
export function AmountDialog({ customerID, script, onClose }: { customerID: number; script: SmsScript; onClose: () => void }) {
  const t = useText()
  const change = useChangeSmsAmount()
  const [perHour, setPerHour] = useState<number | null>(script.perHour)
  const { name, waiting } = script
  const hours = perHour === null || perHour === 0 ? null : Math.ceil(waiting / perHour)
  return (
    <ConfirmDialog
      isOpen
      title={t('sms.amountTitle', { name })}
      verb={t('sms.changeAmount')}
      isDisabled={perHour === null || perHour < 0 || perHour > smsPerHourMax}
      fields={['perHour']}
      onConfirm={async () => {
        await change.mutateAsync({ body: { customerID, scriptID: script.scriptID, perHour: perHour ?? 0 } })
        notify(t('sms.amountSaved', { name, amount: formatNumber(perHour ?? 0) }))
      }}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack isWide>
          <NumberInput
            label={t('sms.amount')}
            help={t('sms.amountHelp', { most: formatNumber(smsPerHourMax) })}
            isRequired
            min={0}
            max={smsPerHourMax}
            error={faultAt('perHour')}
            value={perHour}
            onChange={setPerHour}
          />
          {waiting > 0 && (
            <p>
              {hours === null
                ? t('sms.amountNone', { count: waiting, shown: formatNumber(waiting) })
                : t('sms.amountHours', { count: waiting, shown: formatNumber(waiting), hours })}
            </p>
          )}
        </Stack>
      )}
    </ConfirmDialog>
  )
}
