import { createTheme, type MantineColorsTuple } from '@mantine/core'
import { colours, primaryHover } from './colours.ts'

const brand: MantineColorsTuple = [
  '#e8f5fc',
  '#d3e9f6',
  '#a5d2ee',
  '#74bae5',
  '#4da6de',
  '#349ada',
  colours.primary.fill,
  colours.primary.text,
  primaryHover,
  '#0b5377',
]
const danger: MantineColorsTuple = [
  '#fdeaea',
  '#fbd5d5',
  '#f5a9a9',
  '#f07d7d',
  '#eb5151',
  '#e33b3b',
  colours.error.fill,
  colours.error.text,
  '#a81f1f',
  '#7d1515',
]

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 7,
  colors: { brand, danger },
  fontFamily: 'Inter, "Inter until fetched", "Segoe UI", system-ui, -apple-system, Roboto, "Helvetica Neue", Arial, sans-serif',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
})
