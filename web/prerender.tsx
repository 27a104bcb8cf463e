// Draws the landing as text, which the build puts into landing.html (vite.config.ts).
import { renderToString } from 'react-dom/server'
import Landing from './screens/landing.tsx'

export const landingMarkup = (): string => renderToString(<Landing />)
