import { writeFile } from 'node:fs/promises'
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { theme } from './theme.ts'

/**
 * The component library would write its variables into a style element when the app starts; the strict
 * Content-Security-Policy refuses that, so they are a file: `node web/src/theme/write-mantine-variables.ts`.
 */
export function mantineVariables(): string {
  const { variables, light } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  const own = {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#0f1a24',
    '--mantine-color-dimmed': '#55606b',
    '--mantine-color-placeholder': '#66717c',
    '--mantine-color-error': '#c62828',
    '--input-asterisk-color': '#c62828',
    '--mantine-color-default-border': '#c5ccd3',
  }
  const used = Object.entries({ ...variables, ...light, ...own }).filter(([name]) => !unusedColour.test(name))
  return `:root {\n  color-scheme: light;\n  --mantine-color-scheme: light;\n${used.map(([name, value]) => `  ${name}: ${value};`).join('\n')}\n}\n`
}

const unusedColour = /^--mantine-color-(dark|red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/

if (import.meta.main) await writeFile(new URL('./mantine-variables.css', import.meta.url), mantineVariables())
