#include "go_asm.h"
#include "textflag.h"

// func wide4(b *block) (done int)
//
// Y0: the scores, then the posterior of a task; Y10: the sum of posteriors.
// BX: a task's first label; CX: the first after its last; R13: tasks done.
TEXT ·wide4(SB), NOSPLIT, $32-16
	MOVQ b+0(FP), DI
	MOVQ block_keys(DI), SI
	MOVQ block_table(DI), R8
	MOVQ block_counts(DI), R9
	MOVQ block_ends(DI), R10
	MOVQ block_classes(DI), R11
	MOVQ block_sums(DI), R12
	MOVQ block_from(DI), BX
	XORL R13, R13
	VXORPD Y10, Y10, Y10
	VMOVSD block_one(DI), X11
	VMOVUPD block_prior(DI), Y12
	VMOVSD block_vague(DI), X13
	VMOVSD block_tie(DI), X14

task:
	CMPQ R13, block_tasks(DI)
	JGE  done
	MOVLQSX (R10)(R13*4), CX
	CMPQ BX, CX
	JGE  done
	VMOVAPD Y12, Y0
	MOVQ BX, DX

multiply:
	MOVL (SI)(DX*4), AX
	VMULPD (R8)(AX*1), Y0, Y0
	INCQ DX
	CMPQ DX, CX
	JLT  multiply

	// X4: the score of the most probable class so far; X5: the sum, in pairs
	VMOVUPD Y0, (SP)
	MOVWLZX (R11)(R13*2), AX
	VMOVSD (SP)(AX*8), X4
	VHADDPD Y0, Y0, Y5
	VEXTRACTF128 $1, Y5, X6
	VADDSD X6, X5, X5

	// stop if it is vague or another one's is higher
	VUCOMISD X4, X13
	JHI  done
	VMULSD X4, X14, X6
	VMOVDDUP X6, X6
	VINSERTF128 $1, X6, Y6, Y6
	VCMPPD $1, Y0, Y6, Y7
	VMOVMSKPD Y7, AX
	TESTL AX, AX
	JNE  done
	CMPQ block_careful(DI), $0
	JNE  careful

divide:
	VMOVSD X5, (R12)(R13*8)
	VDIVSD X5, X11, X6
	VMOVDDUP X6, X6
	VINSERTF128 $1, X6, Y6, Y6
	VMULPD Y6, Y0, Y0
	VADDPD Y0, Y10, Y10

count:
	MOVL (SI)(BX*4), AX
	VADDPD (R9)(AX*1), Y0, Y3
	VMOVUPD Y3, (R9)(AX*1)
	INCQ BX
	CMPQ BX, CX
	JLT  count
	INCQ R13
	JMP  task

careful:
	// stop if any score is below the sum·subnormal but not nothing
	VMULSD block_subnormal(DI), X5, X6
	VMULSD block_nothing(DI), X6, X7
	VMOVDDUP X6, X6
	VINSERTF128 $1, X6, Y6, Y6
	VMOVDDUP X7, X7
	VINSERTF128 $1, X7, Y7, Y7
	VCMPPD $1, Y6, Y0, Y6
	VCMPPD $1, Y0, Y7, Y7
	VANDPD Y6, Y7, Y7
	VMOVMSKPD Y7, AX
	TESTL AX, AX
	JEQ  divide

done:
	VMOVUPD Y10, block_total(DI)
	VZEROUPPER
	MOVQ R13, done+8(FP)
	RET

// func hasAVX() bool
TEXT ·hasAVX(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $0x18000000, CX // AVX, and the system's word (OSXSAVE) on what it keeps
	CMPL CX, $0x18000000
	JNE  no
	XORL CX, CX
	XGETBV
	ANDL $6, AX // SSE and AVX registers
	CMPL AX, $6
	JNE  no
	MOVB $1, ret+0(FP)
no:
	RET
