package org.tailback.trace.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownCallsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "MPI_Psend_init",
                "MPI_Precv_init",
                "MPI_Pready",
                "MPI_Parrived",
                "MPI_Comm_spawn",
                "MPI_Comm_accept",
                "MPI_Comm_join",
                "MPI_Session_init",
                "MPI_Bcast_init",
                "MPI_Of_tomorrow"
            })
    void callsThatNobodyKnowsToReplay_areCountedByName(String name) {
        RankScript script = new RankScript()
                .enter(name)
                .leave()
                .enter(name)
                .leave()
                .enter("MPI_Barrier")
                .leave();
        assertThat(script.messages()).isEmpty();
        assertThat(script.approximations())
                .anyMatch(sentence -> sentence.startsWith("2 x call of " + name + ": left out"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MPI_Comm_rank",
                "MPI_Wtime",
                "MPI_Type_commit",
                "MPI_Get_count",
                "MPI_Cart_coords",
                "MPI_Send_init",
                "MPI_Op_create",
                "MPI_Comm_free",
                "MPI_Request_f2c",
                "PMPI_Initialized"
            })
    void callsThatConcernOneRankOnly_areNoApproximation(String name) {
        RankScript script = new RankScript().enter(name).leave();
        assertThat(script.messages()).isEmpty();
        assertThat(script.approximations()).isEmpty();
    }

    @Test
    void unknownCall_withARecordOfItsMessage_isReplayed() {
        RankScript script =
                new RankScript().enter("MPI_Isendrecv").sent(3, 5, 100).leave();
        assertThat(script.messages()).hasSize(1);
        assertThat(script.approximations()).noneMatch(sentence -> sentence.contains("MPI_Isendrecv"));
    }
}
