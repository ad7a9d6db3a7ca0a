import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { timeMachineApi } from '@regie/contract/time-machine.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { notify } from '../../../session/notification.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { useAddCheck } from '../flow-data.ts'
import { Stack } from '../../../ui/stack.tsx'

type KeepCheckProps = { scriptID: number; order: RequestOf<typeof timeMachineApi.simulate>['body'] }

/** Keeps the simulation that was just seen: what comes later must do the same. */
export function KeepCheck({ scriptID, order }: KeepCheckProps) {
  const t = useText()
  const add = useAddCheck()
  const [name, setName] = useState('')
  async function keep() {
    await add.mutateAsync({ params: { scriptID }, body: { ...order, name: name.trim() } })
    setName('')
    notify(t('flow.simulation.kept'))
  }
  return (
    <Stack>
      <TextInput
        label={t('flow.simulation.keepName')}
        help={t('flow.simulation.keepHelp')}
        value={name}
        maxLength={120}
        onChange={setName}
      />
      <div>
        <Button
          icon={<Icon name="shield" size={16} />}
          isBusy={add.isPending}
          isDisabled={name.trim() === ''}
          onPress={() => void keep().catch(() => undefined)}
        >
          {t('flow.simulation.keep')}
        </Button>
      </div>
      {add.error !== null && <FailureText failure={add.error} />}
    </Stack>
  )
}
