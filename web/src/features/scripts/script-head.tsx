import type { ScriptInfo } from '@regie/contract/script-settings.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { formatMomentFull } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useGoTo } from '../../session/address.ts'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { NewScriptDialog } from './new-script-dialog.tsx'
import { ActiveBadge } from './script-status.tsx'
import { useRemoveScript } from './scripts-data.ts'
import { personName } from '../../session/people.ts'

export function ScriptBadges({ script }: { script: ScriptInfo }) {
  const t = useText()
  return (
    <>
      <ActiveBadge isActive={script.active} />
      {script.hasDraft && (
        <Badge tone="info" icon="edit">
          {t('scripts.draft')}
        </Badge>
      )}
    </>
  )
}

export function ScriptSubtitle({ script: { scriptID, liveVersion } }: { script: ScriptInfo }) {
  const t = useText()
  const version = t('scripts.liveVersion', { no: liveVersion.no, moment: formatMomentFull(liveVersion.at) })
  return (
    <>
      {t('scripts.number', { id: scriptID })} · {version}
      {liveVersion.by !== '' && ` · ${personName(liveVersion.by)}`}
    </>
  )
}

/** Where the other parts of a script are, and what may be done with it as a whole. */
export function ScriptActions({ script }: { script: ScriptInfo }) {
  const t = useText()
  const goTo = useGoTo()
  const mayChange = useRight(Right.changeScripts)
  const [asked, setAsked] = useState<'copy' | 'remove' | null>(null)
  const refused = mayChange ? {} : { reason: t('ui.noRight') }
  return (
    <>
      <Button icon={<Icon name="clock" size={16} />} onPress={() => goTo(paths.times(script.scriptID))}>
        {t('scripts.times')}
      </Button>
      <Button icon={<Icon name="branch" size={16} />} onPress={() => goTo(paths.flow(script.scriptID))}>
        {t('scripts.flow')}
      </Button>
      <Menu
        label={t('scripts.more')}
        trigger={<Button icon={<Icon name="more" size={16} />}>{t('scripts.more')}</Button>}
        items={[
          { key: 'copy', label: t('scripts.copy'), icon: 'copy', onPress: () => setAsked('copy'), ...refused },
          {
            key: 'remove',
            label: t('scripts.remove.button'),
            icon: 'trash',
            isDanger: true,
            onPress: () => setAsked('remove'),
            ...refused,
          },
        ]}
      />
      {asked === 'copy' && <NewScriptDialog customerID={script.customerID} copyOf={script} onClose={() => setAsked(null)} />}
      {asked === 'remove' && <RemoveScriptDialog script={script} onClose={() => setAsked(null)} />}
    </>
  )
}

function RemoveScriptDialog({ script, onClose }: { script: ScriptInfo; onClose: () => void }) {
  const t = useText()
  const goTo = useGoTo()
  const remove = useRemoveScript()
  return (
    <ConfirmDialog
      isOpen
      title={t('scripts.remove.title', { name: script.name })}
      verb={t('scripts.remove.button')}
      kind="danger"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { scriptID: script.scriptID } })
        notify(t('scripts.remove.done', { name: script.name }))
        goTo(paths.scripts())
      }}
      onClose={onClose}
    >
      {t('scripts.remove.text')}
    </ConfirmDialog>
  )
}
