import { guideNameMax } from '@regie/contract/guides.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { paths } from '../../../paths.ts'
import { useGoTo } from '../../../session/address.ts'
import { EmptyToFill } from '../../../session/empty-to-fill.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Line, LineList, LineNote } from '../../../ui/line-list.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { useCreateGuide, useGuides } from './guides-data.ts'

/** The conversations of a customer, each with whose calls it leads. */
export function GuideBoard({ customerID }: { customerID: number }) {
  const t = useText()
  return (
    <Loaded query={useGuides(customerID)} lines={6}>
      {(guides) =>
        guides.length === 0 ? (
          <EmptyToFill
            icon="script"
            title={t('guides.empty.title')}
            text={t('guides.empty.text')}
            right={Right.changeScripts}
            action={null}
          />
        ) : (
          <Panel title={t('guides.title')}>
            <LineList>
              {guides.map(({ guideID, name, isDefault, liveNo, hasDraft, scripts, queues, calls }) => (
                <Line
                  key={guideID}
                  name={name}
                  badges={
                    <>
                      <Badge tone={liveNo === null ? 'neutral' : 'success'} icon={liveNo === null ? 'edit' : 'check'}>
                        {liveNo === null ? t('guides.neverPublished') : t('guides.publishedNo', { no: liveNo })}
                      </Badge>
                      {hasDraft && (
                        <Badge tone="accent" icon="edit">
                          {t('flow.states.draft')}
                        </Badge>
                      )}
                      {isDefault && (
                        <Badge tone="info" icon="headset">
                          {t('guides.isDefault')}
                        </Badge>
                      )}
                    </>
                  }
                  actions={
                    <AppLink to={paths.guide(guideID)}>
                      {t('guides.openGuide')} <span className="visually-hidden">{name}</span>
                    </AppLink>
                  }
                >
                  <LineNote>
                    {[
                      ...(scripts.length > 0 ? [t('guides.ofScripts', { names: scripts.join(', ') })] : []),
                      ...(queues.length > 0 ? [t('guides.ofQueues', { names: queues.join(', ') })] : []),
                      ...(scripts.length + queues.length === 0 && !isDefault ? [t('guides.leadsNone')] : []),
                      t('guides.calls', { count: calls }),
                    ].join(' · ')}
                  </LineNote>
                </Line>
              ))}
            </LineList>
          </Panel>
        )
      }
    </Loaded>
  )
}

/** A new conversation: its name, and then it is drawn. */
export function NewGuideDialog({ customerID, onClose }: { customerID: number; onClose: () => void }) {
  const t = useText()
  const goTo = useGoTo()
  const create = useCreateGuide()
  const [name, setName] = useState('')
  return (
    <ConfirmDialog
      isOpen
      title={t('guides.new')}
      verb={t('guides.newVerb')}
      isDisabled={name.trim() === ''}
      fields={['name']}
      onConfirm={async () => {
        const made = await create.mutateAsync({ body: { customerID, name } })
        goTo(paths.guide(made.guideID))
      }}
      onClose={onClose}
    >
      {(faultAt) => (
        <TextInput label={t('guides.name')} isRequired maxLength={guideNameMax} error={faultAt('name')} value={name} onChange={setName} />
      )}
    </ConfirmDialog>
  )
}
