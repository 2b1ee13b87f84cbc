package org.tailback.collective;

import java.util.Map;
import org.tailback.program.CollectiveCall.Kind;

/** The tables of {@link OpenMpiSelector}, in the notation of {@link DecisionTable}. */
final class OpenMpiTables {
    static final Map<Kind, String> TEXTS = Map.ofEntries(
            Map.entry(Kind.BARRIER, """
            <4: recursive-doubling
            <8: linear
            <64: recursive-doubling
            <256: dissemination
            <512: tree
            <1024: dissemination
            <4096: tree
            else: dissemination
            """),
            Map.entry(Kind.BCAST, """
            <4: pipeline 32 binary 256 pipeline 512 knomial 1024 linear 32768 binary 131072 pipeline 262144 linear 524288 \
            binomial-doubling 1048576 binary
            <8: binary 64 binomial-doubling 128 binary 2048 binomial-doubling 8192 linear 1048576 pipeline
            <16: knomial 8 binary 64 knomial 4096 binary 16384 binomial-doubling 32768 linear
            <32: knomial 4096 binomial-doubling 1048576 scatter-allgather
            <64: binomial-doubling 2048 knomial
            <128: knomial
            <256: binomial-doubling 2 binary 16384 linear 32768 binary 65536 knomial
            <1024: knomial 16384 split-binary 32768 knomial
            <2048: knomial 524288 scatter-allgather
            <4096: knomial 262144 scatter-allgather
            else: knomial 8192 binary 16384 knomial 262144 scatter-allgather
            """),
            Map.entry(Kind.REDUCE, """
            <4: rabenseifner 8 binary 16 pipeline 32 linear 262144 pipeline
            <8: binary 4096 pipeline 65536 binomial 262144 linear 524288 binomial 1048576 linear
            <16: binary 8192 binomial
            <32: binary 4096 binomial
            <256: binomial
            <512: binomial 8192 in-order-binary 16384 binomial
            <2048: binomial
            <4096: binomial 512 in-order-binary 1024 binomial 8192 in-order-binary 16384 binomial
            else: binomial 16 in-order-binary 32 binomial 1024 in-order-binary 2048 binomial 8192 in-order-binary 16384 binomial
            """),
            Map.entry(Kind.ALLREDUCE, """
            <4: ring 8 recursive-doubling 4096 ring 8192 recursive-doubling 16384 ring 262144 rabenseifner
            <8: ring 16 recursive-doubling 8192 rabenseifner
            <16: recursive-doubling 8192 rabenseifner
            <32: ring 64 recursive-doubling 4096 rabenseifner
            <64: ring 128 rabenseifner
            <128: recursive-doubling 262144 rabenseifner
            <256: reduce-broadcast 131072 recursive-doubling 262144 rabenseifner
            <512: reduce-broadcast 4096 rabenseifner
            <2048: reduce-broadcast 2048 recursive-doubling 16384 rabenseifner
            <4096: reduce-broadcast 2048 ring 4096 recursive-doubling 16384 rabenseifner
            else: reduce-broadcast 2048 ring 16384 recursive-doubling 32768 rabenseifner
            """),
            Map.entry(Kind.GATHER, """
            <4: linear-sync 2 one-by-one 4 binomial 32768 one-by-one 65536 binomial 131072 linear-sync
            <8: binomial 1024 one-by-one 8192 binomial 32768 one-by-one 262144 linear-sync
            <256: binomial
            <512: binomial 2048 one-by-one 8192 binomial
            else: binomial
            """),
            Map.entry(Kind.SCATTER, """
            <4: linear 2 one-by-one 131072 linear 262144 one-by-one
            <8: binomial 2048 one-by-one 4096 binomial 8192 one-by-one 32768 linear 1048576 one-by-one
            <16: binomial 16384 linear 1048576 one-by-one
            <32: binomial 16384 one-by-one 32768 linear
            <64: binomial 512 linear 8192 binomial 16384 linear
            else: binomial 512 linear
            """),
            Map.entry(Kind.ALLGATHER, """
            <32: recursive-doubling
            <64: recursive-doubling 1024 neighbour-exchange 65536 ring
            <128: recursive-doubling 512 neighbour-exchange 65536 ring
            <256: recursive-doubling 512 neighbour-exchange 131072 ring 524288 neighbour-exchange 1048576 ring
            <512: recursive-doubling 32 bruck 128 recursive-doubling 1024 neighbour-exchange 131072 ring 524288 \
            neighbour-exchange 1048576 ring
            <1024: recursive-doubling 64 bruck 256 recursive-doubling 2048 neighbour-exchange
            <2048: recursive-doubling 4 bruck 8 recursive-doubling 16 bruck 32 recursive-doubling 256 bruck 512 \
            recursive-doubling 4096 neighbour-exchange
            <4096: bruck 32 recursive-doubling 128 bruck 512 recursive-doubling 4096 neighbour-exchange
            else: recursive-doubling 2 bruck 8 recursive-doubling 16 bruck 512 recursive-doubling 4096 neighbour-exchange
            """),
            Map.entry(Kind.ALLGATHERV, """
            <3: ring
            <8: gather-broadcast 256 neighbour-exchange 4096 ring 8192 neighbour-exchange 16384 bruck 262144 \
            neighbour-exchange
            <16: gather-broadcast 1024 bruck
            <32: gather-broadcast 128 bruck 262144 ring
            <64: gather-broadcast 256 bruck 8192 ring
            <128: gather-broadcast 256 bruck 4096 ring
            <256: bruck 1024 neighbour-exchange 65536 ring
            <512: bruck 1024 ring
            <1024: bruck 512 gather-broadcast 1024 bruck 4096 neighbour-exchange 1048576 ring
            else: bruck 4096 neighbour-exchange
            """),
            Map.entry(Kind.ALLTOALL, """
            <3: ring
            <8: linear 524288 ring 1048576 linear
            <16: linear
            <32: linear 4 bruck 512 linear
            <64: bruck 512 linear
            <128: bruck 1024 linear 262144 ring
            <256: bruck 1024 linear 262144 ring
            <512: bruck 1024 linear 32768 ring
            <1024: bruck 512 linear 262144 ring
            <2048: bruck 512 linear
            <4096: bruck 1024 linear
            else: bruck 2048 linear
            """),
            Map.entry(Kind.ALLTOALLV, """
            <4: ring
            <64: linear
            <128: ring
            <256: linear
            <1024: ring
            else: linear
            """),
            Map.entry(Kind.REDUCE_SCATTER, """
            <4: ring 65536 butterfly 131072 ring
            <8: reduce-scatterv 8 recursive-halving 262144 ring
            <32: recursive-halving 262144 ring
            <64: reduce-scatterv 64 recursive-halving 2048 butterfly 524288 ring
            <128: reduce-scatterv 256 recursive-halving 512 butterfly 2048 recursive-halving 4096 butterfly
            <256: reduce-scatterv 256 recursive-halving 512 butterfly
            <512: reduce-scatterv 256 recursive-halving 1024 butterfly
            <1024: reduce-scatterv 512 recursive-halving 2048 butterfly 8192 recursive-halving 16384 butterfly
            <2048: reduce-scatterv 512 recursive-halving 4096 butterfly 16384 recursive-halving 32768 butterfly
            <4096: reduce-scatterv 512 recursive-halving 4096 butterfly
            else: reduce-scatterv 1024 recursive-halving 8192 butterfly
            """),
            // by the size of one block
            Map.entry(Kind.REDUCE_SCATTER_BLOCK, """
            <4: recursive-doubling 4 butterfly 8 recursive-halving 16 butterfly 128 recursive-halving 256 butterfly 4096 \
            recursive-halving 8192 butterfly 131072 reduce-scatterv
            <8: recursive-halving 8 recursive-doubling 32 butterfly 256 recursive-halving 8192 butterfly 16384 \
            recursive-halving 1048576 reduce-scatterv
            <16: reduce-scatterv 4 recursive-halving 32 butterfly 128 recursive-halving 524288 reduce-scatterv 4194304 \
            butterfly
            <32: reduce-scatterv 32 recursive-halving 524288 reduce-scatterv 2097152 recursive-halving 4194304 butterfly
            else: recursive-halving 4 reduce-scatterv 16 butterfly 65536 reduce-scatterv 262144 butterfly
            """));

    private OpenMpiTables() {}
}
