import { Right } from '@regie/contract/right-codes.ts'
import { type TemplateKind, templateKinds } from '@regie/contract/templates.ts'
import { useState } from 'react'
import { TemplateServer } from '../features/providers/template-server.tsx'
import { NewTemplateDialog } from '../features/templates/new-template-dialog.tsx'
import { narrowEditor, TemplateEditor } from '../features/templates/template-editor.tsx'
import { TemplateList } from '../features/templates/template-list.tsx'
import styles from '../features/templates/templates.module.css'
import { useText } from '../locales/i18n.tsx'
import { paths } from '../paths.ts'
import { useAddress, useGoTo, useTemplateKind } from '../session/address.ts'
import { Can } from '../session/can.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Button } from '../ui/button.tsx'
import { ChipChoice } from '../ui/chip-choice.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { useMedia } from '../ui/use-media.ts'

/** The texts that go out, kind by kind: the list at the left, the chosen one beside it. */
export function TemplatesScreen() {
  const t = useText()
  const goTo = useGoTo()
  const kind = useTemplateKind()
  const [{ template, q, archived }, changeAddress] = useAddress(['template', 'q', 'archived'])
  const [isAsked, setAsked] = useState(false)
  const chosen = /^[1-9]\d{0,15}$/.test(template) ? Number(template) : null
  const open = (templateID: number) => changeAddress({ template: String(templateID) })
  // Where the list gives way to the text that is open, what belongs to the list goes with it: writing begins higher.
  const isAlone = useMedia(narrowEditor) && chosen !== null
  return (
    <Page
      isFlowing
      title={t('menu.screens.editor')}
      mainAction={
        isAlone ? undefined : (
          <Can right={Right.changeTemplates}>
            {(reason) => (
              <Button kind="main" reason={reason} icon={<Icon name="plus" size={16} />} onPress={() => setAsked(true)}>
                {t('templates.new.title')}
              </Button>
            )}
          </Can>
        )
      }
      filters={
        isAlone ? undefined : (
          <ChipChoice<TemplateKind>
            label={t('templates.kinds.label')}
            value={kind}
            onChange={(value) => goTo(paths.editor(value))}
            options={templateKinds.map((value) => ({ value, label: t(`templates.kinds.${value}`) }))}
          />
        )
      }
    >
      <WithCustomer>
        {(customerID) => (
          <div className={styles.layout} data-open={chosen !== null || undefined}>
            <TemplateList
              customerID={customerID}
              kind={kind}
              chosen={chosen}
              filters={{ q, archived }}
              onFilters={changeAddress}
              onChoose={open}
            />
            {chosen !== null && (
              <div className={styles.opened}>
                <div className={styles.back}>
                  <Button kind="quiet" icon={<Icon name="arrowLeft" size={16} />} onPress={() => changeAddress({ template: '' })}>
                    {t('templates.list.back')}
                  </Button>
                </div>
                <TemplateEditor
                  templateID={chosen}
                  onCopied={open}
                  server={(template) => <TemplateServer key={template.templateID} {...template} />}
                />
              </div>
            )}
            {isAsked && (
              <NewTemplateDialog
                customerID={customerID}
                kind={kind}
                copyOf={null}
                onDone={({ templateID }) => {
                  setAsked(false)
                  open(templateID)
                }}
                onClose={() => setAsked(false)}
              />
            )}
          </div>
        )}
      </WithCustomer>
    </Page>
  )
}
