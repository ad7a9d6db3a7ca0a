// First of all parts, and here alone: what is built on this button would lose its look to a copy that is loaded later.
import '@mantine/core/styles/UnstyledButton.layer.css'
import '../theme/mantine-variables.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from '../theme/theme.ts'

/**
 * Goes around each part that is made with the component library, so that screens without such a part do without the library:
 * it is a fifth of the code before the first list. Its variables come from a file, because the Content-Security-Policy refuses style elements.
 */
export function Kit({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} forceColorScheme="light" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  )
}
