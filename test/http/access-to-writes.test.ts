// Access control: what each kind of person gets from everything else that people change.
import { testAccess } from './access-control.ts'

testAccess('writes')
