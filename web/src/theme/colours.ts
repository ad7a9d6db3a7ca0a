/** The eight colours of spec §1 as given, each with the tone that may carry text (4.5:1) and the tone for edges and icons (3:1). */
export const colours = {
  primary: { fill: '#1993d2', text: '#136f9f', edge: '#1993d2', soft: '#e5f2fa' },
  secondary: { fill: '#80b6e2', text: '#2770ad', edge: '#4493d4', soft: '#ebf3fa' },
  accent: { fill: '#f18b1d', text: '#a5590a', edge: '#d5750d', soft: '#fdf0e1' },
  error: { fill: '#FF5252', text: '#c62828', edge: '#ff4c4c', soft: '#fdeaea' },
  info: { fill: '#2196F3', text: '#0a6dbd', edge: '#1791f2', soft: '#e6f2fd' },
  success: { fill: '#4CAF50', text: '#2e7d32', edge: '#45a049', soft: '#e8f4e9' },
  warning: { fill: '#FFC107', text: '#8e6b00', edge: '#b48700', soft: '#fff6dc' },
} as const

export const background = '#F5F5F5'
export const ink = '#0f1a24'
/** Secondary words: 6.3:1 on the background. */
export const inkSoft = '#55606b'
/** Filled main buttons under the pointer. */
export const primaryHover = '#0f6996'

export type Tone = keyof typeof colours | 'neutral'
